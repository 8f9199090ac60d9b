//! Figures as a paper has them: thin axes, labels in words, intervals as bars, markers that can be told apart
//! in grey.

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// A figure: what its axes say, and what is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What the horizontal axis counts.
    pub x: Axis,
    /// What the vertical axis counts.
    pub y: Axis,
    /// What is drawn, in the order of the legend.
    pub series: Vec<Series>,
}

/// An axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    /// In words.
    pub label: String,
    /// Powers of ten at equal distances.
    pub logarithmic: bool,
    /// The ends of the axis; by default what is drawn.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// An axis whose ends follow from what is drawn.
    pub fn new(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), ..Axis::default() }
    }

    /// The same axis with powers of ten at equal distances.
    #[must_use]
    pub fn logarithmic(self) -> Axis {
        Axis { logarithmic: true, ..self }
    }

    /// The same axis from `low` to `high`.
    #[must_use]
    pub fn from_to(self, low: f64, high: f64) -> Axis {
        Axis { range: Some((low, high)), ..self }
    }

    fn place(&self, value: f64) -> f64 {
        if self.logarithmic { value.max(f64::MIN_POSITIVE).log10() } else { value }
    }

    /// From where to where the axis goes, with a margin around `values`.
    fn ends(&self, values: impl Iterator<Item = f64>) -> (f64, f64) {
        if let Some((low, high)) = self.range {
            return (self.place(low), self.place(high));
        }
        let (low, high) = values
            .map(|value| self.place(value))
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return (0.0, 1.0);
        }
        let margin = if high > low { (high - low) * 0.06 } else { 0.5 };
        (low - margin, high + margin)
    }

    fn tick(&self, place: f64) -> String {
        let value = if self.logarithmic { 10_f64.powf(place) } else { place };
        match value.abs() {
            1e6.. => format!("{}M", rounded(value / 1e6)),
            1e4.. => format!("{}k", rounded(value / 1e3)),
            _ => rounded(value),
        }
    }
}

/// At most three digits after the point, none that say nothing.
fn rounded(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Points that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// From left to right.
    pub points: Vec<Point>,
    /// How it is drawn.
    pub style: Style,
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Markers with a line through them: what was measured.
    Measured,
    /// A line alone: what was fitted or computed.
    Fitted,
    /// Grey: what the paper says.
    Paper,
    /// A thin dashed line without a legend: where nobody is ahead.
    Even,
}

/// A point, with its interval where there is one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// How much.
    pub y: f64,
    /// The ends of its interval.
    pub interval: Option<(f64, f64)>,
}

impl Point {
    /// A point without an interval.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y, interval: None }
    }
}

/// The page's ink, indigo, vermilion, moss and wood, then two more that differ in lightness.
pub const COLOURS: [RGBColor; 6] = [
    RGBColor(43, 58, 103),
    RGBColor(200, 64, 47),
    RGBColor(47, 107, 79),
    RGBColor(160, 110, 40),
    RGBColor(110, 60, 120),
    RGBColor(60, 140, 170),
];
pub(crate) const INK: RGBColor = RGBColor(28, 27, 26);
pub(crate) const GREY: RGBColor = RGBColor(150, 148, 144);

/// Width and height: the column of a paper.
const SIZE: (u32, u32) = (640, 420);

/// Half the width of a marker and of the ends of an interval.
const MARKER: i32 = 4;

/// The part of the width and of the height that a legend covers, about.
const LEGEND: (f64, f64) = (0.45, 0.3);

/// A figure could not be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the figure could not be drawn: {0}")]
pub struct PlotError(String);

impl Figure {
    /// The figure as an SVG document.
    ///
    /// # Errors
    /// The drawing library refuses.
    pub fn svg(&self) -> Result<String, PlotError> {
        let mut svg = String::new();
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let drawn = self.draw(&root).and_then(|()| root.present());
        drawn.map_err(|error| PlotError(error.to_string()))?;
        drop(root);
        Ok(svg)
    }

    fn draw<'a>(&self, root: &DrawingArea<SVGBackend<'a>, plotters::coord::Shift>) -> DrawResult<'a> {
        root.fill(&WHITE)?;
        let points = || self.series.iter().flat_map(|series| &series.points);
        let heights = points().flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [low, point.y, high]
        });
        let (left, right) = self.x.ends(points().map(|point| point.x));
        let (bottom, mut top) = self.y.ends(heights);
        let (mut corner, taken) = self.free_corner((left, right), (bottom, top));
        if taken > 0 && self.has_legend() {
            // No corner is free: there is room above.
            top += LEGEND.1 / (1.0 - LEGEND.1) * (top - bottom);
            (corner, _) = self.free_corner((left, right), (bottom, top));
        }
        let mut chart = ChartBuilder::on(root)
            .margin(14)
            .x_label_area_size(48)
            .y_label_area_size(62)
            .build_cartesian_2d(left..right, bottom..top)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .bold_line_style(GREY.mix(0.3))
            .axis_style(INK)
            .x_labels(if right - left <= 12.0 { 12 } else { 7 })
            .y_labels(8)
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .x_label_formatter(&|place| self.x.tick(*place))
            .y_label_formatter(&|place| self.y.tick(*place))
            .label_style(("sans-serif", 16, &INK))
            .axis_desc_style(("sans-serif", 17, &INK))
            .draw()?;
        // What the paper says lies under what was measured.
        let mut series: Vec<(usize, &Series)> = self.series.iter().enumerate().collect();
        series.sort_by_key(|(_, series)| match series.style {
            Style::Even => 0,
            Style::Paper => 1,
            Style::Fitted | Style::Measured => 2,
        });
        for (number, series) in series {
            self.draw_series(&mut chart, series, number)?;
        }
        if self.has_legend() {
            chart
                .configure_series_labels()
                .position(corner)
                .background_style(WHITE.mix(0.85))
                .border_style(GREY.mix(0.4))
                .label_font(("sans-serif", 16, &INK))
                .draw()?;
        }
        Ok(())
    }

    fn has_legend(&self) -> bool {
        self.series.iter().filter(|series| series.style != Style::Even).count() > 1
    }

    /// The corner with the fewest points in it, for the legend, and how many these are.
    fn free_corner(
        &self,
        (left, right): (f64, f64),
        (bottom, top): (f64, f64),
    ) -> (SeriesLabelPosition, usize) {
        use SeriesLabelPosition::{LowerLeft, LowerRight, UpperLeft, UpperRight};
        let (width, height) = LEGEND;
        let taken = |at_left: bool, at_top: bool| {
            let points = self.series.iter().flat_map(|series| &series.points);
            let inside = points.filter(|point| {
                let x = (self.x.place(point.x) - left) / (right - left);
                let (low, high) = point.interval.unwrap_or((point.y, point.y));
                let [low, high] = [low, high].map(|y| (self.y.place(y) - bottom) / (top - bottom));
                let beside = if at_left { x < width } else { x > 1.0 - width };
                beside && if at_top { high > 1.0 - height } else { low < height }
            });
            inside.count()
        };
        let corners = [
            (UpperLeft, true, true),
            (UpperRight, false, true),
            (LowerRight, false, false),
            (LowerLeft, true, false),
        ];
        let corners = corners.into_iter().map(|(corner, at_left, at_top)| (corner, taken(at_left, at_top)));
        corners.min_by_key(|&(_, taken)| taken).unwrap_or((UpperLeft, 0))
    }

    fn draw_series<'a>(&self, chart: &mut Chart<'a, 'a>, series: &Series, number: usize) -> DrawResult<'a> {
        let places: Vec<(f64, f64)> =
            series.points.iter().map(|point| (self.x.place(point.x), self.y.place(point.y))).collect();
        if series.style == Style::Even {
            chart.draw_series(DashedLineSeries::new(places, 4, 3, INK.stroke_width(1)))?;
            return Ok(());
        }
        let colour = if series.style == Style::Paper { GREY } else { COLOURS[number % COLOURS.len()] };
        let line = match series.style {
            Style::Fitted => colour.stroke_width(1),
            _ => colour.stroke_width(2),
        };
        let marked = series.style != Style::Fitted;
        chart.draw_series(LineSeries::new(places.iter().copied(), line))?.label(&series.name).legend(
            move |(x, y)| {
                let corners = if marked { marker(number) } else { Vec::new() };
                EmptyElement::at((x, y))
                    + PathElement::new([(0, 0), (18, 0)], line)
                    + Polygon::new(
                        corners.into_iter().map(|(dx, dy)| (dx + 9, dy)).collect::<Vec<_>>(),
                        colour.filled(),
                    )
            },
        );
        for (point, &(x, y)) in series.points.iter().zip(&places) {
            if let Some((low, high)) = point.interval {
                let (low, high) = (self.y.place(low), self.y.place(high));
                chart.draw_series([PathElement::new([(x, low), (x, high)], colour.stroke_width(1))])?;
                for end in [low, high] {
                    let cap = PathElement::new([(-MARKER, 0), (MARKER, 0)], colour.stroke_width(1));
                    chart.draw_series([EmptyElement::at((x, end)) + cap])?;
                }
            }
            if marked {
                let marker = marker(number);
                let style = colour.filled();
                chart.draw_series([EmptyElement::at((x, y)) + Polygon::new(marker, style)])?;
            }
        }
        Ok(())
    }
}

type DrawResult<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;
type Chart<'b, 'a> = ChartContext<'b, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The corners of the marker of a series, each of another shape.
fn marker(number: usize) -> Vec<(i32, i32)> {
    let m = MARKER;
    match number % 4 {
        0 => vec![(-m, -m), (m, -m), (m, m), (-m, m)],
        1 => vec![(0, -m - 1), (m + 1, m), (-m - 1, m)],
        2 => vec![(0, -m - 2), (m + 2, 0), (0, m + 2), (-m - 2, 0)],
        _ => vec![(-m - 1, -m), (m + 1, -m), (0, m + 1)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_shows_its_words_and_points() {
        let points = (1..=5).map(|x| Point {
            interval: Some((f64::from(x), f64::from(x * 30))),
            ..Point::new(f64::from(x), f64::from(x * 10))
        });
        let series =
            |name: &str, style| Series { name: name.into(), points: points.clone().collect(), style };
        let figure = Figure {
            x: Axis::new("depth"),
            y: Axis::new("nodes").logarithmic(),
            series: vec![series("ours", Style::Measured), series("the paper", Style::Paper)],
        };
        let svg = figure.svg().unwrap();
        for word in ["<svg", "depth", "nodes", "ours", "the paper", "</svg>"] {
            assert!(svg.contains(word), "{word}");
        }
        assert_eq!(svg, figure.svg().unwrap(), "the same figure gives the same file");
    }

    #[test]
    fn nothing_to_draw_is_drawn() {
        let figure = Figure { x: Axis::new("x"), y: Axis::new("y"), series: Vec::new() };
        assert!(figure.svg().unwrap().contains("</svg>"));
    }

    #[test]
    fn ticks_are_short() {
        let axis = Axis::new("").logarithmic();
        assert_eq!([0.0, 3.0, 5.0, 6.5].map(|place| axis.tick(place)), ["1", "1000", "100k", "3.162M"]);
        assert_eq!(Axis::new("").tick(-0.0001), "0");
    }
}
