//! Whole conversations with a server.

use games::shogi::Shogi;
use games::{Game, Side};

use super::{Client, Login};

fn client(games: u32) -> Client {
    let login = Login { user: "gokaku".into(), password: "secret".into(), game: Some("test-60-1".into()) };
    Client::new(login, "random", 3, games).unwrap()
}

fn summary(turn: char, position: &str) -> String {
    format!(
        "BEGIN Game_Summary\nProtocol_Version:1.2\nFormat:Shogi 1.0\nGame_ID:G1\nName+:A\nName-:B\n\
        Your_Turn:{turn}\n\
         To_Move:+\nBEGIN Time\nTime_Unit:1sec\nTotal_Time:60\nByoyomi:2\nEND Time\nBEGIN Position\n\
        {position}\
         END Position\nEND Game_Summary"
    )
}

/// Says every line, and gives what the client says to the last.
fn told(client: &mut Client, lines: &str) -> String {
    let mut said = String::new();
    for line in lines.lines() {
        said = client.answer(line).unwrap().text;
    }
    said
}

#[test]
fn a_server_plays_two_games() {
    let mut client = client(2);
    assert_eq!(client.greeting(), "LOGIN gokaku test-60-1,secret\n");
    assert_eq!(told(&mut client, "LOGIN:gokaku OK"), "");
    assert_eq!(told(&mut client, &summary('-', "PI\n+\n")), "AGREE G1\n");
    assert_eq!(told(&mut client, "START:G1"), "", "black begins");
    let mv = told(&mut client, "+7776FU,T3");
    assert!(mv.starts_with('-') && mv.len() == 8, "{mv}");
    assert_eq!(told(&mut client, &format!("{},T1", mv.trim_end())), "", "our own move comes back");
    assert_eq!(told(&mut client, "\n##[INFO] hello\n%TORYO,T5\n#RESIGN\n#WIN"), "", "there is another game");
    let finished = &client.finished()[0];
    assert_eq!((finished.id.as_str(), finished.side), ("G1", Side::Second));
    assert_eq!((finished.reason.as_str(), finished.result.as_str()), ("#RESIGN", "#WIN"));
    let times: Vec<u64> = finished.record.line.plies.iter().map(|ply| ply.time.unwrap().as_secs()).collect();
    assert_eq!(times, [3, 1]);
    // A game that is turned down, and one that begins with moves behind it.
    told(&mut client, &summary('+', "PI\n+\n"));
    assert_eq!(told(&mut client, "REJECT:G1 by B"), "");
    told(&mut client, &summary('+', "PI\n+\n+7776FU,T1\n-3334FU,T1\n"));
    let mv = told(&mut client, "START:G1");
    assert!(mv.starts_with('+'), "{mv}");
    assert_eq!(told(&mut client, "#TIME_UP\n#LOSE"), "LOGOUT\n");
    assert!(client.answer("LOGOUT:completed").unwrap().quit);
    assert_eq!(client.finished().len(), 2);
}

#[test]
fn a_mated_side_resigns_and_drops_and_promotions_are_written() {
    let mut one = client(1);
    told(&mut one, "LOGIN:gokaku OK");
    let mated = "P1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \n\
        P3 *  *  *  * +FU *  *  *  * \n\
        P9 *  *  *  * +OU *  *  *  * \nP+00KI\n+\n+0052KI,T1\n";
    told(&mut one, &summary('-', mated));
    // The rules know that it is over: the server says so.
    assert_eq!(told(&mut one, "START:G1"), "");
    for (sfen, mv, text) in [
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "+0052KI"),
        ("4k4/9/8P/9/9/9/9/9/4K4 b G 1", "1c1b+", "+1312TO"),
        ("4k4/9/4P4/9/9/9/9/9/4K4 w G 1", "5a4a", "-5141OU"),
    ] {
        let game: Shogi = sfen.parse().unwrap();
        let mv = mv.parse().unwrap();
        assert!(game.check(mv).is_ok());
        assert_eq!(super::client::print_move(&game, mv).unwrap(), text);
        assert_eq!(super::client::read_move(&game, text), Ok(mv));
    }
}

#[test]
fn bad_lines_end_in_a_clear_error() {
    let refused = client(1).answer("LOGIN:incorrect").unwrap_err().to_string();
    assert!(refused.contains("\"LOGIN:incorrect\", expected LOGIN:gokaku OK"), "{refused}");
    for (before, line, expected) in [
        (String::new(), "hello", "expected BEGIN Game_Summary"),
        (summary('+', "PI\n+\n"), "hello", "expected START: or REJECT:"),
        (summary('-', "PI\n+\n") + "\nSTART:G1", "hello", "expected a move such as +7776FU,T1"),
        (summary('-', "PI\n+\n") + "\nSTART:G1", "+7775FU,T1", "expected a legal move"),
        (summary('-', "PI\n+\n") + "\nSTART:G1", "+7776FU,Tx", "expected T and the time"),
        (summary('-', "PI\n+\n") + "\nSTART:G1", "-3334FU,T1", "expected a move of the first side"),
        (summary('-', "PI\n+\n") + "\nSTART:G1", "+x", "expected a move such as +7776FU"),
    ] {
        let mut client = client(1);
        told(&mut client, "LOGIN:gokaku OK");
        told(&mut client, &before);
        let error = client.answer(line).unwrap_err().to_string();
        assert!(error.contains(expected), "{line}: {error}");
    }
    let mut endless = client(1);
    told(&mut endless, "LOGIN:gokaku OK\nBEGIN Game_Summary");
    let error = (0..3000).find_map(|_| endless.answer("X:y").err()).unwrap();
    assert!(error.to_string().ends_with("expected END Game_Summary"));
}
