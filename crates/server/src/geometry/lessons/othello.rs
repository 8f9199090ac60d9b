//! How to play Othello.

use super::Step;

pub(crate) const STEPS: &[Step] = &[
    Step {
        position: "",
        lines: &[],
        task: (
            "You play black. Put a disc on a marked square: a white disc must stand between it and \
             another of yours.",
            "あなたは黒です。印のあるマスに石を置いてみましょう。白い石を、自分の石ではさむように置きます。",
        ),
        done: (
            "The white disc in between has turned black. Every move must turn at least one disc.",
            "はさまれた白い石が黒になりました。一手ごとに、かならず1つ以上の石を返します。",
        ),
    },
    Step {
        position: "---------------------------OO------XX--------------------------- X",
        lines: &["c3", "f3"],
        task: (
            "Diagonals count as well. Turn a disc along a diagonal.",
            "ななめにもはさめます。ななめの石を返してみましょう。",
        ),
        done: (
            "Rows, columns and diagonals: eight directions in all.",
            "縦・横・ななめ、あわせて8方向です。",
        ),
    },
    Step {
        position: "----------------------------OX-----OO------O-O-----X--X--------O X",
        lines: &["d4"],
        task: (
            "One disc can turn several lines at once. Find the square that turns the most discs.",
            "1つの石で、いくつもの列を返せることがあります。いちばん多く返せるマスを探してください。",
        ),
        done: (
            "Three lines at once, five discs. But many discs early are no sign of winning: they can all \
             turn back.",
            "3方向で5つ返りました。ただし、序盤に石が多くても有利とは限りません。また返されるからです。",
        ),
    },
    Step {
        position: "-OOX------OX------XO-------OX------XO--------------------------- X",
        lines: &["a1"],
        task: (
            "Some discs can never be turned back. Take the corner.",
            "二度と返されない場所があります。隅を取りましょう。",
        ),
        done: (
            "Nothing can stand behind a corner, so its disc stays. Take corners, and be careful beside \
             them: a disc there often hands the corner to your opponent.",
            "隅の石は外側からはさめないので、もう返されません。隅のとなりに打つと、相手に隅を取られやすいので気をつけましょう。",
        ),
    },
    Step {
        position: "OXXXXXX-XOXXXXXXXXOOXXXXXOOXXXOXXXOXOOXXXXXOOXXXXXXXXXXXXXXXXXXX X",
        lines: &["pass h1"],
        task: (
            "You cannot turn anything here. Whoever has no move passes: press the button.",
            "ここでは、返せる石がありません。打てないときはパスです。ボタンを押してください。",
        ),
        done: (
            "White took the last square. When nobody can move, the game is over, and most discs win. You \
             win.",
            "白が最後のマスに打ちました。どちらも打てなくなれば終わりで、石の多いほうが勝ち。あなたの勝ちです。",
        ),
    },
];
