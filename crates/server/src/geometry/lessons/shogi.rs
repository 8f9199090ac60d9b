//! How to play shogi.

use super::Step;

pub(crate) const STEPS: &[Step] = &[
    Step {
        position: "4k4/9/9/4p4/4P4/9/9/9/4K4 b - 1",
        lines: &["5e5d"],
        task: (
            "Your pieces point away from you. A pawn steps straight ahead and captures straight ahead. \
             Take the pawn on 5d with yours: pick it up, then choose where it goes.",
            "駒の先が前を向いています。歩は1マス前に進み、前の駒を取ります。自分の歩を選び、前にいる相手の歩を取ってください。",
        ),
        done: (
            "The captured pawn is yours now: it lies in your hand beside the board.",
            "取った歩はあなたの持ち駒になりました。盤のそばに置かれています。",
        ),
    },
    Step {
        position: "4k4/9/9/4P4/9/9/9/9/4K4 b P 1",
        lines: &["P*"],
        task: (
            "Instead of moving, you may put a piece from your hand on an empty square. Drop your pawn.",
            "駒を動かす代わりに、持ち駒を空いたマスに打つことができます。歩を打ってください。",
        ),
        done: (
            "Two limits for pawns: no second unpromoted pawn of yours in a column, and no checkmate by \
             dropping one. No piece may be dropped where it could never move.",
            "歩には決まりがあります。同じ筋に自分の歩を2枚置けません（二歩）。歩を打って詰ませることもできません（打ち歩詰め）。また、動けなくなる場所には打てません。",
        ),
    },
    Step {
        position: "4k4/9/9/9/9/9/3G1S3/4p4/K8 b - 1",
        lines: &["4g5h"],
        task: (
            "The gold (6g) steps straight in any direction or diagonally ahead. The silver (4g) steps \
             diagonally in any direction or straight ahead. Which of them can take the pawn on 5h?",
            "金（６七）は縦横とななめ前に、銀（４七）はななめと前に1マス動けます。５八の歩を取れるのはどちらでしょう。",
        ),
        done: (
            "The silver goes diagonally back, the gold cannot. The king steps in all eight directions.",
            "ななめ後ろに動けるのは銀です。玉は8方向に1マス動けます。",
        ),
    },
    Step {
        position: "4k4/9/9/7g1/4s4/9/9/1B5R1/L3K3L b - 1",
        lines: &["8h5e", "2h2d"],
        task: (
            "The rook (2h) goes straight, the bishop (8h) diagonally, as far as the way is free. The \
             lances in the corners go straight ahead only. Capture something from afar.",
            "飛車（２八）は縦横に、角（８八）はななめに、何マスでも進めます。隅の香車は前にだけ進めます。遠くの駒を取ってください。",
        ),
        done: ("None of them jumps over a piece.", "どれも、ほかの駒を飛び越えることはできません。"),
    },
    Step {
        position: "4k4/9/9/9/3g5/1PPP5/2N6/9/4K4 b - 1",
        lines: &["7g6e"],
        task: (
            "Only the knight jumps: two ahead and one to the side. Take the gold with it.",
            "飛び越えられるのは桂馬だけ。2つ前の左右どちらかに跳びます。桂馬で金を取ってください。",
        ),
        done: ("A knight never goes back or to the side.", "桂馬は横や後ろには動けません。"),
    },
    Step {
        position: "4k4/9/9/2P6/9/9/9/9/4K4 b - 1",
        lines: &["7d7c+"],
        task: (
            "In the three rows at the far side your pieces may promote. Move the pawn to 7c and promote it.",
            "相手側の3段に入ると、駒は成ることができます。歩を進めて、成ってください。",
        ),
        done: (
            "Pawn, lance, knight and silver become golds. The rook gains a step diagonally, the bishop a \
             step straight. A captured piece turns back.",
            "歩・香車・桂馬・銀は金と同じ動きになります。飛車はななめに1マス、角は縦横に1マス動けるようになります。取られると元に戻ります。",
        ),
    },
    Step {
        position: "4k4/9/9/9/4r4/9/9/3G5/4K4 b - 1",
        lines: &[],
        task: (
            "Your king is attacked: check. You must answer it at once. Step aside or put something in \
             between.",
            "王手です。玉が取られそうなので、すぐに防がなければなりません。逃げるか、間に駒を入れてください。",
        ),
        done: (
            "Taking the attacker would do as well. Other moves are not allowed while your king is attacked.",
            "王手をしている駒を取っても防げます。王手を放っておく手は指せません。",
        ),
    },
    Step {
        position: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
        lines: &["G*5b"],
        task: (
            "Whoever attacks the king so that nothing helps has won: checkmate. Drop the gold where your \
             pawn guards it.",
            "どうやっても王手を防げなくすれば勝ちです（詰み）。歩が守っているマスに金を打ってください。",
        ),
        done: (
            "The king cannot take the gold and has nowhere to go. Checkmate: you win.",
            "玉は金を取れず、逃げ場もありません。詰みで、あなたの勝ちです。",
        ),
    },
];
