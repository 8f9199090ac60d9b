//! A dot a line, with its interval: scores and ratings of whoever has a name and no number.

use maud::{Markup, html};

use crate::table::number;

/// Dots on a common scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Dots {
    /// What the scale counts, in words.
    pub label: String,
    /// The ends of the scale; by default what is drawn.
    pub range: Option<(f64, f64)>,
    /// Where nobody is ahead.
    pub even: Option<f64>,
    /// From top to bottom.
    pub dots: Vec<Dot>,
}

/// One of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Dot {
    /// Whose.
    pub name: String,
    /// How much.
    pub value: f64,
    /// The ends of its interval.
    pub interval: Option<(f64, f64)>,
    /// How much the paper says.
    pub paper: Option<f64>,
}

/// Width of the drawing: the column of the page.
const WIDTH: f64 = 640.0;
/// Least height of a row, and what each line of its name takes.
const ROW: f64 = 24.0;
const LINE: f64 = 16.0;
/// Room above the first line, and below the last one for the scale.
const TOP: f64 = 10.0;
const SCALE: f64 = 50.0;
/// Mean width of a letter at 13 px, rounded up so that no name is cut.
const LETTER: f64 = 7.8;
/// Names of more letters go over several lines.
const LETTERS: usize = 34;

impl Dots {
    /// The ends of the scale.
    fn ends(&self) -> (f64, f64) {
        if let Some(range) = self.range {
            return range;
        }
        let of_dot = |dot: &Dot| {
            let (low, high) = dot.interval.unwrap_or((dot.value, dot.value));
            [low, high, dot.value, dot.paper.unwrap_or(dot.value)]
        };
        let values = self.dots.iter().flat_map(of_dot).chain(self.even).filter(|value| value.is_finite());
        let (low, high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low >= high {
            return if low.is_finite() { (low - 1.0, low + 1.0) } else { (0.0, 1.0) };
        }
        let margin = 0.04 * (high - low);
        (low - margin, high + margin)
    }

    pub(super) fn markup(&self, description: &str) -> Markup {
        let (low, high) = self.ends();
        let names: Vec<Vec<&str>> = self.dots.iter().map(|dot| wrapped(&dot.name, LETTERS)).collect();
        let longest = names.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0);
        let left = (longest as f64 * LETTER + 14.0).max(60.0);
        let right = WIDTH - 20.0;
        let heights = names.iter().map(|name| ROW.max(LINE * name.len() as f64 + 8.0));
        let mut bottom = TOP;
        let middles: Vec<f64> = heights
            .map(|height| {
                bottom += height;
                bottom - 0.5 * height
            })
            .collect();
        let x = |value: f64| left + (right - left) * ((value - low) / (high - low)).clamp(0.0, 1.0);
        html! {
            svg viewBox={ "0 0 " (WIDTH) " " (bottom + SCALE) } width=(WIDTH) height=(bottom + SCALE)
                role="img" font-family="sans-serif" font-size="13" fill="var(--ink)"
                xmlns="http://www.w3.org/2000/svg" {
                title { (description) }
                @for tick in ticks(low, high) {
                    line x1=(px(x(tick))) x2=(px(x(tick))) y1=(TOP) y2=(bottom) stroke="var(--rule)" {}
                    text x=(px(x(tick))) y=(bottom + 18.0) text-anchor="middle" {
                        (number(tick, digits(low, high)))
                    }
                }
                line x1=(left) x2=(right) y1=(bottom) y2=(bottom) stroke="var(--ink)" {}
                text x=(px((left + right) / 2.0)) y=(bottom + 40.0) text-anchor="middle" font-size="14" {
                    (self.label)
                }
                @if let Some(even) = self.even {
                    line x1=(px(x(even))) x2=(px(x(even))) y1=(TOP) y2=(bottom)
                        stroke="var(--ink)" stroke-dasharray="4 3" {}
                }
                @for ((dot, name), &middle) in self.dots.iter().zip(&names).zip(&middles) {
                    @let first = middle + 4.5 - 0.5 * LINE * (name.len() as f64 - 1.0);
                    @for (place, line) in (0..).zip(name) {
                        text x=(left - 10.0) y=(px(first + LINE * f64::from(place))) text-anchor="end" {
                            (line)
                        }
                    }
                    @if let Some((from, to)) = dot.interval {
                        line x1=(px(x(from))) x2=(px(x(to))) y1=(middle) y2=(middle)
                            stroke="var(--series-0)" stroke-width="1.5" {}
                        @for end in [from, to] {
                            line x1=(px(x(end))) x2=(px(x(end))) y1=(middle - 4.0) y2=(middle + 4.0)
                                stroke="var(--series-0)" stroke-width="1.5" {}
                        }
                    }
                    @if let Some(paper) = dot.paper {
                        path d={ "M" (px(x(paper))) " " (middle - 6.0) "l6 6l-6 6l-6 -6z" }
                            fill="var(--page)" stroke="var(--grey)" stroke-width="2" {}
                    }
                    circle cx=(px(x(dot.value))) cy=(middle) r="4.5" fill="var(--series-0)" {}
                }
            }
        }
    }
}

/// The text in lines of at most so many letters, where its words are not longer.
fn wrapped(text: &str, letters: usize) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while rest.chars().count() > letters {
        let spaces = rest.match_indices(' ').map(|(place, _)| place);
        let Some(end) = spaces
            .clone()
            .take_while(|&place| rest[..place].chars().count() <= letters)
            .last()
            .or(spaces.clone().next())
        else {
            break;
        };
        lines.push(&rest[..end]);
        rest = &rest[end + 1..];
    }
    lines.push(rest);
    lines
}

/// A tenth of a pixel is enough.
fn px(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The distance of the marks: 1, 2 or 5 times a power of ten, so that there are four to nine.
fn step(low: f64, high: f64) -> f64 {
    let rough = (high - low) / 8.0;
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|&step| step >= rough).unwrap_or(rough)
}

fn ticks(low: f64, high: f64) -> Vec<f64> {
    let step = step(low, high);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|number| number as f64 * step).collect()
}

/// Digits after the point that tell the marks apart.
fn digits(low: f64, high: f64) -> usize {
    (-step(low, high).log10().floor()).clamp(0.0, 6.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_wrapped() {
        assert_eq!(wrapped("random", 34), ["random"]);
        let name = "alphabeta:depth=4 for 6 moves, then alphabeta:depth=1,noise=6";
        assert_eq!(wrapped(name, 34), ["alphabeta:depth=4 for 6 moves,", "then alphabeta:depth=1,noise=6"]);
        assert_eq!(wrapped("alphabeta:depth=4,shallow=0.5 x", 10), ["alphabeta:depth=4,shallow=0.5", "x"]);
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(ticks(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(-130.0, 90.0), [-100.0, -50.0, 0.0, 50.0]);
        assert_eq!((digits(0.0, 100.0), digits(0.0, 1.0)), (0, 1));
        assert_eq!(ticks(0.1, 0.9).len(), 9);
    }

    #[test]
    fn nothing_to_draw_is_drawn() {
        let mut dots = Dots { label: "score".into(), range: None, even: None, dots: Vec::new() };
        assert!(dots.markup("nothing").into_string().contains("</svg>"));
        dots.dots.push(Dot { name: "<a>".into(), value: 3.0, interval: None, paper: Some(3.0) });
        let svg = dots.markup("one").into_string();
        assert!(svg.contains("&lt;a&gt;") && !svg.contains("NaN"), "{svg}");
    }
}
