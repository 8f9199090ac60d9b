//! How to play Geister.

use super::Step;

pub(crate) const STEPS: &[Step] = &[
    Step {
        position: "b2R,c2B,d2R,e2B,b1B,c1R,d1B,e1R e5R,d5B,c5B,b5B,e6R,d6R,c6B,b6R first 0/256",
        lines: &[],
        task: (
            "Four of your ghosts are blue (a ring), four red (a cross). Only you know which. Move one: \
             one step forward, back or to a side.",
            "あなたのおばけは、青（丸印）が4つ、赤（ばつ印）が4つ。色を知っているのはあなただけです。1つ選んで、前後左右に1マス動かしてください。",
        ),
        done: (
            "Ghosts never move diagonally. Your opponent’s are white to you: their colours are hidden.",
            "ななめには動けません。相手のおばけは白く見えます。色はわかりません。",
        ),
    },
    Step {
        position: "b2R,c3B,d2R,e2B,b1B,c1R,d1B,e1R e5R,d5B,c4B,b5B,e6R,d6R,c6B,b6R first 8/256",
        lines: &["c3c4"],
        task: (
            "Step onto a ghost of your opponent to capture it.",
            "相手のおばけのいるマスに進むと、取ることができます。",
        ),
        done: (
            "It was blue, which is good for you. A colour shows only when a ghost is captured.",
            "青でした。あなたに得な色です。おばけの色は、取られたときに初めてわかります。",
        ),
    },
    Step {
        position: "b2R,c2B,xR,xB,b1B,c1R,d4B,e1R e5R,d5B,xB,xB,e6R,d6R,xB,xR first 60/256",
        lines: &["d4d5"],
        task: (
            "You have captured three blue ghosts. The ghost in front of yours on d4 has been hurrying \
             towards your corners. Capture it.",
            "青を3つ取っています。d4のおばけの前にいる相手は、ずっとあなたの隅をめざしていました。取ってみましょう。",
        ),
        done: (
            "It was the last blue one. All four blue captured: you win. But beware: whoever captures all \
             four red ones loses.",
            "最後の青でした。青を4つ取ったので、あなたの勝ちです。ただし、赤を4つとも取ってしまうと負けになります。",
        ),
    },
    Step {
        position: "xR,c2B,xR,xB,b1B,xR,d1B,d3R e5R,d5B,xB,c5B,e6R,d6R,xB,xR first 60/256",
        lines: &["d3d4 d5d4"],
        task: (
            "Three of your red ghosts have been captured. If the last one goes too, you win. Offer it: \
             step in front of the ghost on d5.",
            "あなたの赤は3つ取られています。最後の赤も取らせれば勝ちです。d5のおばけの目の前に進んで、誘ってみましょう。",
        ),
        done: (
            "Your opponent took the bait: all four of your red ghosts are captured. You win.",
            "相手が引っかかりました。赤を4つとも取らせたので、あなたの勝ちです。",
        ),
    },
    Step {
        position: "b2R,f6B,d2R,e2B,b1B,c1R,xB,e1R e5R,d5B,c4B,b5B,e6R,d6R,xB,b6R first 40/256",
        lines: &["f6out"],
        task: (
            "There is another way to win. Your blue ghost stands on a far corner. Leave the board through \
             the exit beside it.",
            "もう1つの勝ち方です。青いおばけが、相手側の隅にいます。横の出口から盤の外へ脱出してください。",
        ),
        done: (
            "A blue ghost has escaped: you win. Only blue ghosts may leave, only by the two far corners, and \
             only in the turn after they got there.",
            "青いおばけが脱出したので、あなたの勝ちです。脱出できるのは青だけ。相手側の隅に着いた、その次の番からです。",
        ),
    },
    Step {
        position: "b2R,c2B,d2R,e2B,b1B,c1R,xB,e1R a1R,d5B,c4B,b5B,e6R,d6R,xB,b6R first 41/256",
        lines: &["b1a1"],
        task: (
            "A ghost stands on your own corner. If it is blue, it leaves next turn and wins. Take no risk: \
             capture it.",
            "自分の隅に相手のおばけがいます。もし青なら、次に脱出されて負けです。取って防ぎましょう。",
        ),
        done: (
            "It was red: a bluff. That is the game. Before you begin, you choose which four of your \
             ghosts are red.",
            "赤でした。おどしだったのです。これがガイスターです。対局の前に、どの4つを赤にするかを自分で決めます。",
        ),
    },
];
