//! The page: one file that needs nothing else.

use jiff::Timestamp;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::table::grouped;
use crate::{Block, Cell, Origin, Picture, Provenance, Report, Table, Verdict};

/// How everything looks.
const STYLE: &str = include_str!("page.css");

impl Report {
    /// The report as one HTML file: no script, no address outside.
    #[must_use]
    pub fn html(&self) -> String {
        let mut numbers = Numbers { tables: 0, figures: 0 };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    main {
                        header {
                            (mark())
                            h1 { (self.title) }
                            @if let Some(verdict) = &self.verdict { p.verdict { (verdict_markup(verdict)) } }
                            p.lead { (self.lead) }
                        }
                        @for section in &self.sections {
                            section {
                                h2 { (section.heading) }
                                @for block in &section.blocks { (numbers.block(block)) }
                            }
                        }
                        @if !self.provenance.is_empty() { (sources(&self.provenance)) }
                        footer {
                            "Written by Gokaku " (env!("CARGO_PKG_VERSION"))
                            @if let Some(Origin { commit, command, fingerprints }) = &self.origin {
                                @if let Some(commit) = commit { ", commit " (commit) }
                                ": " code { (command) }
                                @for (number, (game, fingerprint)) in (0..).zip(fingerprints) {
                                    @if number == 0 { ". Fingerprints of its opponents: " } @else { ", " }
                                    (game) " " (fingerprint)
                                }
                            }
                            ". Intervals are 95%; scores count a draw as half a win."
                        }
                    }
                }
            }
        };
        page.into_string()
    }
}

/// The disc, half black and half white, and the name.
fn mark() -> Markup {
    html! {
        p.mark {
            svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" {
                circle cx="11" cy="11" r="10" fill="var(--page)" stroke="var(--ink)" stroke-width="1.5" {}
                path d="M1 11a10 10 0 0 1 20 0z" fill="var(--ink)" {}
            }
            span { span lang="ja" { "互角" } " Gokaku" }
        }
    }
}

/// The sentence a report begins with, its outcome in bold.
fn verdict_markup(verdict: &Verdict) -> Markup {
    let sentence = verdict.sentence();
    let outcome = verdict.outcome.words();
    html! { b { (outcome) } (sentence.strip_prefix(outcome).unwrap_or_default()) }
}

/// Tables and figures are numbered through the page.
struct Numbers {
    tables: u32,
    figures: u32,
}

impl Numbers {
    fn block(&mut self, block: &Block) -> Markup {
        match block {
            Block::Text(text) => html! { p { (text) } },
            Block::Table(table) => {
                self.tables += 1;
                table_markup(table, self.tables)
            }
            Block::Figure(picture) => {
                self.figures += 1;
                figure_markup(picture, self.figures)
            }
            Block::Folded { summary, blocks } => html! {
                details {
                    summary { (summary) }
                    @for block in blocks { (self.block(block)) }
                }
            },
        }
    }
}

fn figure_markup(picture: &Picture, number: u32) -> Markup {
    html! {
        figure {
            (picture.markup())
            figcaption { b { "Figure " (number) "." } " " (picture.caption) }
        }
    }
}

fn table_markup(table: &Table, number: u32) -> Markup {
    let class = |column: usize, cell: Option<&Cell>| {
        let paper = table.columns.get(column).is_some_and(|column| column.paper);
        let long = cell.is_some_and(|cell| cell.is_words() && cell.shown().chars().count() > LONG);
        let classes = [("words", table.has_words(column)), ("paper", paper), ("long", long)];
        let classes: Vec<&str> = classes.into_iter().filter(|class| class.1).map(|class| class.0).collect();
        (!classes.is_empty()).then(|| classes.join(" "))
    };
    html! {
        // Focus lets the keyboard scroll what is too wide.
        div.scroll tabindex="0" {
            table {
                caption { b { "Table " (number) "." } " " (table.caption) }
                thead {
                    tr {
                        @for (place, column) in table.columns.iter().enumerate() {
                            th scope="col" class=[class(place, None)] { (column.head) }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (place, cell) in row.iter().enumerate() {
                                @if place == 0 {
                                    th scope="row" class=[class(place, Some(cell))] { (cell.shown()) }
                                } @else {
                                    td class=[class(place, Some(cell))] { (cell.shown()) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Words of more letters may be broken anywhere.
const LONG: usize = 40;

fn sources(provenance: &[Provenance]) -> Markup {
    let alone = provenance.len() == 1;
    html! {
        section {
            h2 { "Where the numbers come from" }
            p {
                "The same plan gives the same games with opponents of the same fingerprint, on any machine \
                 and after any interruption; times differ."
            }
            @for (number, source) in (1..).zip(provenance) {
                @if alone {
                    (source_markup(source))
                } @else {
                    details {
                        summary { "Plan " (number) ": " (grouped(source.played)) " games, " (source.hash) }
                        (source_markup(source))
                    }
                }
            }
        }
    }
}

fn source_markup(source: &Provenance) -> Markup {
    let Provenance { plan, hash, fingerprint, seed, version, played, total, runs, forfeits, .. } = source;
    html! {
        dl {
            dt { "plan" } dd { (hash) }
            dt { "opponents" } dd { "fingerprint " (fingerprint) }
            dt { "seed" } dd { (seed) }
            dt { "games" }
            dd { (grouped(*played)) " of " (grouped(*total)) @if played < total { ": not finished" } }
            dt { "version" } dd { (version) }
            @for run in runs {
                dt { "played by" }
                dd { (run.worker) ", version " (run.version) ", " (time(run.began)) " to " (time(run.seen)) }
            }
            dt { "forfeits" }
            dd {
                @if forfeits.is_empty() { "none" } @else { span.faults { (grouped(forfeits.len() as u64)) } }
            }
            @for (number, what) in forfeits.iter().take(SHOWN) {
                dt { "game " (number) } dd { (what) }
            }
            @if forfeits.len() > SHOWN {
                dt {} dd { "and " (forfeits.len() - SHOWN) " more, in the file of the games" }
            }
        }
        pre { (plan.trim_end()) }
    }
}

/// Forfeits that are told one by one.
const SHOWN: usize = 20;

/// When, to the second.
fn time(millis: i64) -> String {
    let time = Timestamp::from_second(millis / 1000);
    time.map_or_else(|_| millis.to_string(), |time| time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string())
}
