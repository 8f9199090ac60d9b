//! Names for people: only what tells the opponents of a plan apart.

use std::collections::BTreeSet;

/// The names without the options that all of their kind have in common. Equal names stay equal; a program's
/// command is left whole.
///
/// ```
/// let names = ["mcts:depth=5,playouts=100", "mcts:depth=9,playouts=100", "random"].map(str::to_owned);
/// assert_eq!(report::short_names(&names), ["mcts depth 5", "mcts depth 9", "random"]);
/// ```
#[must_use]
pub fn short_names(names: &[String]) -> Vec<String> {
    let kinds: Vec<&str> = names.iter().map(|name| split(name).0).collect();
    names
        .iter()
        .zip(&kinds)
        .map(|(name, kind)| {
            let peers =
                names.iter().zip(&kinds).filter(|(_, other)| *other == kind).map(|(name, _)| split(name).1);
            let peers: Vec<BTreeSet<&str>> = peers.map(|options| options.into_iter().collect()).collect();
            let telling =
                split(name).1.into_iter().filter(|option| peers.iter().any(|other| !other.contains(option)));
            let telling: Vec<String> = telling.map(|option| option.replacen('=', " ", 1)).collect();
            [vec![(*kind).to_owned()], telling].concat().join(" ")
        })
        .collect()
}

/// The kind and the options of a name. `q:max` is a kind of its own, and a command is not taken apart.
fn split(name: &str) -> (&str, Vec<&str>) {
    match name.split_once(':') {
        Some((kind, options)) if options.contains('=') && !options.contains("command=") => {
            (kind, options.split(',').collect())
        }
        _ => (name, Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_have_in_common_is_left_out() {
        let names = [
            "ladder:rungs=5/9,c=1",
            "mcts:c=1,depth=5",
            "mcts:c=2,depth=5",
            "q:max",
            "gtp:command=x --a=b,c",
        ];
        let names = names.map(str::to_owned);
        let short = short_names(&names);
        assert_eq!(short, ["ladder", "mcts c 1", "mcts c 2", "q:max", "gtp:command=x --a=b,c"]);
        let same = ["mcts:depth=5", "mcts:depth=5"].map(str::to_owned);
        assert_eq!(short_names(&same), ["mcts", "mcts"]);
    }
}
