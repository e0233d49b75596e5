import JsBarcode from 'jsbarcode';
import { encode } from 'uqr';

/** The quiet zone that scanners need around a QR code, in modules. */
const QR_BORDER = 4;
/** The same next to a Code 128 barcode. */
const BARCODE_BORDER = 10;
const BARCODE_HEIGHT = 24;

/** Dark rectangles as one SVG path, a unit for each module. */
const pathOf = (rows: boolean[][], height = 1) =>
  rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v${height}h-1z` : '')))
    .join('');

/** The modules of a Code 128 barcode. */
function barcodeOf(text: string): boolean[] {
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, text, { format: 'CODE128' });
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('');
  return Array.from(modules, (module) => module === '1');
}

interface SlipCodesProps {
  /** A number for the barcode. */
  number: string;
  /** The path of the admin's page that the QR code opens. */
  address: string;
}

/** For the shop's scanners: a QR code that opens a page, and a number as a barcode. */
export function SlipCodes({ number, address }: SlipCodesProps) {
  const qr = encode(window.location.origin + address, { ecc: 'M', border: QR_BORDER });
  const quiet = Array.from({ length: BARCODE_BORDER }, () => false);
  const bars = [...quiet, ...barcodeOf(number), ...quiet];
  return (
    <>
      <svg
        className="returns-qr"
        role="img"
        aria-label="QR code for the shop"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
      >
        <path d={pathOf(qr.data)} />
      </svg>
      <svg
        className="returns-barcode"
        role="img"
        aria-label={`Barcode of ${number}`}
        viewBox={`0 0 ${bars.length} ${BARCODE_HEIGHT}`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
      >
        <path d={pathOf([bars], BARCODE_HEIGHT)} />
      </svg>
    </>
  );
}
