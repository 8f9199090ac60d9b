//! How to play Kalah.

use super::Step;

pub(crate) const STEPS: &[Step] = &[
    Step {
        position: "",
        lines: &[],
        task: (
            "The six marked houses and the store at their end are yours. Choose a house: its seeds are \
             sown one by one, towards your store.",
            "印のある6つのポケットと、その先にあるゴールがあなたのものです。ポケットを1つ選ぶと、石を1個ずつ先へ配ります。",
        ),
        done: (
            "Every house on the way got one seed. Seeds in your store are yours for good; whoever has \
             more at the end wins.",
            "通ったポケットに1個ずつ入りました。ゴールに入った石は自分のもの。最後に多いほうが勝ちです。",
        ),
    },
    Step {
        position: "",
        lines: &["3"],
        task: (
            "If the last seed falls into your store, you move again. Which house has just enough seeds to \
             reach it?",
            "最後の1個がちょうどゴールに入ると、もう一度続けられます。ぴったり届くのはどのポケットでしょう。",
        ),
        done: (
            "The fourth seed reached the store: it is your turn again.",
            "4個目がゴールに入りました。もう一度あなたの番です。",
        ),
    },
    Step {
        position: "3,1,0,6,1,3 5 4,4,5,6,2,2 6 first standard/any",
        lines: &["2"],
        task: (
            "If the last seed falls into an empty house of yours, you capture what lies across from it. \
             Capture six.",
            "最後の1個が自分の空のポケットに入ると、向かいの石を取れます。6個取ってみましょう。",
        ),
        done: (
            "Your seed and the six across went to your store. If nothing lies across, nothing is captured.",
            "自分の1個と向かいの6個がゴールに入りました。向かいが空なら、何も取れません。",
        ),
    },
    Step {
        position: "1,0,5,1,0,2 12 2,4,1,0,0,3 17 first standard/any",
        lines: &["3 3"],
        task: (
            "Your opponent captures in the same way: their single seed wants to land across from your five. \
             Save the five.",
            "相手も同じように取れます。相手の1個が、あなたの5個の向かいに入ろうとしています。5個を逃がしてください。",
        ),
        done: (
            "They landed across from an empty house and captured nothing.",
            "相手は向かいが空のところに入り、何も取れませんでした。",
        ),
    },
    Step {
        position: "0,2,1,0,3,9 4 5,3,4,4,2,3 8 first standard/any",
        lines: &["6"],
        task: (
            "Many seeds go all the way around. Sow the house with nine.",
            "石が多いと、盤をぐるりと回ります。9個のポケットを選んでください。",
        ),
        done: (
            "They passed your store, all houses of your opponent and came back to yours. Your opponent’s \
             store is left out.",
            "自分のゴール、相手のポケットをすべて通って、自分の側に戻りました。相手のゴールには入れません。",
        ),
    },
    Step {
        position: "0,0,0,0,0,1 26 0,3,0,2,1,0 15 first standard/any",
        lines: &["6"],
        task: (
            "The game ends when one side’s houses are empty. Play your last seed.",
            "どちらかのポケットがすべて空になると終わりです。最後の1個を動かしてください。",
        ),
        done: (
            "The seeds that were left went to your opponent’s store, as they lay on their side. 27 to 21: \
             you win.",
            "残った石は、それがある側のゴールに入りました。27対21で、あなたの勝ちです。",
        ),
    },
];
