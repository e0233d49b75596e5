//! A plot for docs/benchmarks.md.

use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (840, 420);

/// Number of clients, and orders per second with shared commits and with one commit each.
pub(crate) type Measured = (u32, f64, f64);

/// Plots SQLite's orders per second by the number of clients.
pub(crate) fn write(measured: &[Measured]) {
    let most = measured.iter().map(|(_, together, alone)| together.max(*alone)).fold(1.0, f64::max);
    let last = measured.last().map_or(1, |(clients, ..)| *clients);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/benchmarks/orders.svg");
    let area = SVGBackend::new(&file, SIZE).into_drawing_area();
    area.fill(&WHITE).unwrap();
    let mut chart = ChartBuilder::on(&area)
        .caption("Orders of one line on SQLite, synchronous=FULL", ("sans-serif", 22))
        .margin(16)
        .margin_right(48)
        .x_label_area_size(46)
        .y_label_area_size(64)
        .build_cartesian_2d((1.0..f64::from(last)).log_scale(), 0.0..most * 1.15)
        .unwrap();
    chart
        .configure_mesh()
        .x_desc("customers who order at the same time")
        .y_desc("orders in a second")
        .x_label_formatter(&|clients| format!("{clients:.0}"))
        .y_label_formatter(&|orders| format!("{orders:.0}"))
        .light_line_style(WHITE)
        .draw()
        .unwrap();
    let together = measured.iter().map(|measured| (measured.0, measured.1)).collect::<Vec<_>>();
    let alone = measured.iter().map(|measured| (measured.0, measured.2)).collect::<Vec<_>>();
    for (name, colour, orders) in [
        ("orders that wait share a commit", RGBColor(0, 90, 181), together),
        ("a commit for each order", RGBColor(213, 94, 0), alone),
    ] {
        let points = orders.into_iter().map(|(clients, orders)| (f64::from(clients), orders));
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)).point_size(4))
            .unwrap()
            .label(name)
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 24, y)], colour.stroke_width(3)));
    }
    let mut labels = chart.configure_series_labels();
    labels.position(SeriesLabelPosition::UpperLeft).background_style(WHITE).border_style(BLACK).draw().unwrap();
    area.present().unwrap();
}
