//! `gokaku show`

use std::io::Write;

use anyhow::Result;
use games::{Side, View};

use crate::cli;
use crate::language::Language;
use crate::table::{Table, sorted_moves};
use games::with_game;

pub(crate) fn run(args: &cli::Show) -> Result<()> {
    with_game!(args.game, G => {
        if let Some(view) = G::view_from(&args.position, args.seat.unwrap_or(Side::First)) {
            let (view, seat) = view?;
            return show_view::<G>(&view, seat);
        }
        show(&G::position_from(&args.position)?, args.seat, args.language)
    })
}

fn show_view<G: Table>(view: &G::View, seat: Side) -> Result<()> {
    let mut moves = Vec::new();
    view.legal_moves(&mut moves);
    writeln!(anstream::stdout(), "{}", G::draw(view, seat, &moves))?;
    Ok(())
}

fn show<G: Table>(game: &G, seat: Option<Side>, language: Option<Language>) -> Result<()> {
    let language = language.unwrap_or_else(Language::of_system);
    let mover = game.side_to_move();
    let shows_moves = seat.is_none_or(|seat| seat == mover);
    let moves = if shows_moves { sorted_moves(game) } else { Vec::new() };
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", game.draw_position(seat, &moves))?;
    match game.outcome() {
        Some(outcome) => writeln!(out, "{}", language.over(&outcome))?,
        None => {
            writeln!(out, "{}", language.to_move(language.side(G::KIND, mover)))?;
            if shows_moves {
                writeln!(out, "{}", language.legal_moves(&names.join(" ")))?;
            }
        }
    }
    Ok(())
}
