//! Figures on a page: readable on paper and on ink.

use maud::{Markup, PreEscaped, html};

use crate::Dots;
use crate::plot::{COLOURS, Figure, GREY, INK};

/// A figure with what it shows in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// What it shows, so that it can be read alone.
    pub caption: String,
    /// What somebody who cannot see it should know.
    pub description: String,
    /// What is drawn.
    pub drawing: Drawing,
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Drawing {
    /// Points and lines over two axes.
    Plot(Figure),
    /// A dot a line, with its interval.
    Dots(Dots),
}

impl Picture {
    /// The drawing as a part of a page, in the page's colours.
    pub(super) fn markup(&self) -> Markup {
        match &self.drawing {
            Drawing::Dots(dots) => dots.markup(&self.description),
            Drawing::Plot(figure) => match figure.svg() {
                Ok(svg) => PreEscaped(themed(&svg, &self.description)),
                Err(error) => html! { p { (error) } },
            },
        }
    }
}

/// The drawing with its colours replaced by the page's, which are others in the dark, and with its
/// description.
fn themed(svg: &str, description: &str) -> String {
    let hex =
        |colour: plotters::style::RGBColor| format!("\"#{:02X}{:02X}{:02X}\"", colour.0, colour.1, colour.2);
    let mut svg = svg.replace("\"#FFFFFF\"", "\"var(--page)\"");
    svg = svg.replace(&hex(INK), "\"var(--ink)\"").replace(&hex(GREY), "\"var(--grey)\"");
    for (number, colour) in COLOURS.into_iter().enumerate() {
        svg = svg.replace(&hex(colour), &format!("\"var(--series-{number})\""));
    }
    let title = html! { title { (description) } }.into_string();
    match svg.split_once('>') {
        Some((head, rest)) => format!("{head} role=\"img\">{title}{rest}"),
        None => svg,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Axis, Point, Series, Style};

    #[test]
    fn no_colour_of_paper_is_left() {
        let series =
            |name: &str, style| Series { name: name.into(), points: vec![Point::new(1.0, 2.0)], style };
        let figure = Figure {
            x: Axis::new("x"),
            y: Axis::new("y"),
            series: vec![series("a", Style::Measured), series("b", Style::Paper), series("c", Style::Even)],
        };
        let picture =
            Picture { caption: String::new(), description: "a < b".into(), drawing: Drawing::Plot(figure) };
        let svg = picture.markup().into_string();
        assert!(!svg.contains("\"#"), "{svg}");
        assert!(svg.contains("role=\"img\"><title>a &lt; b</title>"), "{svg}");
    }
}
