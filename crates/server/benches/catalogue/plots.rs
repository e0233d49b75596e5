//! Plots for docs/benchmarks.md.

use crate::grown::Measured;
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (840, 480);
const COLORS: [RGBColor; 6] = [
    RGBColor(0, 90, 181),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 86, 86),
    RGBColor(230, 159, 0),
];

/// Plots search times by catalog size, if there is more than one size.
pub(crate) fn write(measured: &[Measured]) {
    let (Some(first), Some(last)) = (measured.first(), measured.last()) else { return };
    if first.parts == last.parts {
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/benchmarks/searches.svg");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let area = SVGBackend::new(&file, SIZE).into_drawing_area();
    area.fill(&WHITE).unwrap();
    let mut chart = ChartBuilder::on(&area)
        .caption("95 in 100 searches are faster", ("sans-serif", 22))
        .margin(16)
        .margin_right(48)
        .x_label_area_size(46)
        .y_label_area_size(64)
        .build_cartesian_2d((f64::from(first.parts)..f64::from(last.parts)).log_scale(), (0.2_f64..40.0).log_scale())
        .unwrap();
    chart
        .configure_mesh()
        .x_desc("parts in the catalog")
        .y_desc("milliseconds over HTTP")
        .x_label_formatter(&|parts| format!("{parts:.0}"))
        .y_label_formatter(&|time| format!("{time}"))
        .light_line_style(WHITE)
        .draw()
        .unwrap();
    for (at, (name, ..)) in last.kinds.iter().enumerate() {
        let color = COLORS[at % COLORS.len()];
        let points = measured.iter().map(|measured| (f64::from(measured.parts), measured.kinds[at].2));
        let line = LineSeries::new(points, color.stroke_width(2)).point_size(4);
        chart
            .draw_series(line)
            .unwrap()
            .label(*name)
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 24, y)], color.stroke_width(3)));
    }
    let mut labels = chart.configure_series_labels();
    labels.position(SeriesLabelPosition::UpperLeft).background_style(WHITE).border_style(BLACK).draw().unwrap();
    area.present().unwrap();
}
