import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { QuotedLine } from '../../api/contract/generated-types';
import type { PricedLine } from '../../api/use-quote';
import { MAX_PIECES } from '../../lib/cart/cart-storage';
import { lineAnchor } from '../../lib/cart/line-anchor';
import { fitObstacle, UNKNOWN_CAR } from '../../lib/cart/line-fit';
import type { TickedFitsOfCart } from '../../lib/cart/ticked-fits';
import { paths } from '../../lib/paths';
import { isWholeNumber, nearestPieces, quantityOf } from '../../lib/quantity';
import { isDoubtful, verdictInWords } from '../../lib/vehicle/fit-words';
import { carNameOf } from '../../lib/vehicle/part-fits';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { Count, Exact, Money } from '../../ui/data/exact';
import { FitBadge } from '../../ui/data/fit-badge';
import { PartPicture } from '../../ui/data/part';
import { PartTerms } from '../../ui/data/part-terms';
import { FitTicks } from '../../ui/forms/fit-ticks';
import { QuantityStepper } from '../../ui/forms/quantity-stepper';
import { Alert } from '../../ui/messages/alert';

interface CartLineProps {
  line: PricedLine;
  quoted: QuotedLine;
  fits: TickedFitsOfCart;
  /** Chooser for the line's car. */
  carChooser: ReactNode;
  /** Called when the line is no longer for a particular car. */
  onNoCar: () => void;
  /** The piece price when last shown, if it has changed. */
  priceBefore: number | undefined;
  onQuantity: (pieces: number) => void;
  onRemove: () => void;
  onAcknowledge: () => void;
}

/** A part in the cart. A problem is shown on the line, with the one action that fixes it. */
export function CartLine(props: CartLineProps) {
  const { line, quoted, fits, carChooser, onNoCar } = props;
  const { priceBefore, onQuantity, onRemove, onAcknowledge } = props;
  const { part, title, quantity, total } = line;
  const { unitPrice, core, image, minimumOrder = 1, available = 0, pack, returns } = quoted;
  const problemId = useId();
  const problem = quoted.problem && quoted.quantity === quantity ? quoted.problem : undefined;
  return (
    <li className="cart-line" id={lineAnchor(line)} tabIndex={-1} aria-label={title}>
      <div className="pic" aria-hidden="true">
        {image !== undefined && <PartPicture src={image} title="" sizes="5.5rem" />}
      </div>
      <div className="heading">
        <h2>{quoted.title === undefined ? title : <Link to={paths.part(part)}>{title}</Link>}</h2>
        {unitPrice !== undefined && (
          <p className="line-detail">
            <Money dollars={unitPrice} /> per piece
          </p>
        )}
        <PartTerms core={core} pack={pack} returns={returns} />
        {quoted.fit && (
          <FitBadge verdict={quoted.fit.verdict.verdict}>
            {verdictInWords(quoted.fit.verdict, carNameOf(quoted.fit.vehicle))}
          </FitBadge>
        )}
        {unitPrice !== undefined && (
          <div className="links">
            <button type="button" className="link-button" onClick={onRemove}>
              Remove <span className="sr-only">{title}</span>
            </button>
            {carChooser}
          </div>
        )}
      </div>
      {unitPrice !== undefined && (
        <>
          <Quantity
            title={title}
            quantity={quantity}
            minimum={minimumOrder}
            available={available}
            pack={pack}
            problemId={problem && problemId}
            onQuantity={onQuantity}
          />
          <p className="sum">
            <span className="sr-only">Line total: </span>
            <b>{total === undefined ? '–' : <Money dollars={total} />}</b>
          </p>
        </>
      )}
      <div className="notes">
        <FitNotes line={line} fits={fits} onNoCar={onNoCar} />
        {problem && (
          <Alert tone="danger">
            <p id={problemId}>{problem.detail}</p>
            <WayOut
              quoted={quoted}
              quantity={quantity}
              title={title}
              onQuantity={(pieces) => {
                onQuantity(pieces);
                // The button disappears once the shop has confirmed.
                document.getElementById(lineAnchor(line))?.querySelector('input')?.focus();
              }}
              onRemove={onRemove}
            />
          </Alert>
        )}
        {priceBefore !== undefined && unitPrice !== undefined && (
          <PriceChange
            before={priceBefore}
            now={unitPrice}
            title={title}
            onAcknowledge={onAcknowledge}
          />
        )}
      </div>
    </li>
  );
}

interface FitNotesProps {
  line: PricedLine;
  fits: TickedFitsOfCart;
  onNoCar: () => void;
}

/** The conditions to confirm before the part is ordered for its car. */
function FitNotes({ line, fits, onNoCar }: FitNotesProps) {
  const { part, vehicle, title, quoted } = line;
  const obstacle = fitObstacle(line, fits);
  const verdict = quoted?.fit?.verdict;
  if (obstacle === 'unknown-car') {
    return (
      <Alert tone="warning">
        <p>{UNKNOWN_CAR} Choose another one, or order the part without one.</p>
        <Button size="small" onClick={onNoCar}>
          Without a car<span className="sr-only">: {title}</span>
        </Button>
      </Alert>
    );
  }
  if (verdict === undefined || !isDoubtful(verdict.verdict)) return null;
  return (
    <Alert tone={obstacle === undefined ? 'info' : 'warning'}>
      {verdict.verdict === 'does_not_fit' && vehicle !== undefined && (
        <p>
          <b>Not listed for this car.</b>{' '}
          <Link to={paths.partsFor(vehicle)}>Parts that fit this car</Link>
        </p>
      )}
      <FitTicks
        verdict={verdict}
        of={title}
        ticked={fits.ticksOf({ part, vehicle }, verdict)}
        onTick={(tick, on) => {
          fits.tick({ part, vehicle }, verdict, tick, on);
        }}
      />
    </Alert>
  );
}

interface QuantityProps {
  title: string;
  quantity: number;
  minimum: number;
  available: number;
  pack: number | undefined;
  problemId: string | undefined;
  onQuantity: (pieces: number) => void;
}

function Quantity(props: QuantityProps) {
  const { title, quantity, minimum, available, pack, problemId, onQuantity } = props;
  const id = useId();
  /** Null while the field matches the cart. */
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (text: string) => {
    setTyped(text);
    // An empty field is ignored: the user is still typing.
    const pieces = quantityOf(text, { minOrderQuantity: 0 });
    if (isWholeNumber(text) && pieces > 0 && pieces <= MAX_PIECES) onQuantity(pieces);
  };
  return (
    <div className="quantity">
      <label htmlFor={id}>
        <span className="sr-only">Quantity of {title}, </span>
        {available >= minimum ? (
          <>
            <Count of={minimum} /> to <Count of={available} /> pieces
          </>
        ) : (
          <>
            at least <Count of={minimum} /> pieces
          </>
        )}
      </label>
      <QuantityStepper
        id={id}
        value={typed ?? String(quantity)}
        pieces={quantity}
        minimum={minimum}
        available={available}
        pack={pack}
        of={title}
        invalid={problemId !== undefined}
        describedBy={problemId}
        onChange={choose}
        onBlur={() => {
          // An invalid quantity changes nothing.
          setTyped(null);
        }}
      />
    </div>
  );
}

interface WayOutProps {
  quoted: QuotedLine;
  quantity: number;
  title: string;
  onQuantity: (pieces: number) => void;
  onRemove: () => void;
}

/** Offers the nearest available quantity, or removal. */
function WayOut({ quoted, quantity, title, onQuantity, onRemove }: WayOutProps) {
  const { minimumOrder = 1, available = 0, unitPrice, pack } = quoted;
  if (unitPrice === undefined || available < minimumOrder) {
    return (
      <Button size="small" onClick={onRemove}>
        Remove <span className="sr-only">{title}</span>
      </Button>
    );
  }
  const nearest = nearestPieces(quantity, { minOrderQuantity: minimumOrder, available, pack });
  return (
    <Button
      size="small"
      onClick={() => {
        onQuantity(nearest);
      }}
    >
      <span>
        Set quantity to <Exact value={nearest} /> <span className="sr-only">of {title}</span>
      </span>
    </Button>
  );
}

interface PriceChangeProps {
  before: number;
  now: number;
  title: string;
  onAcknowledge: () => void;
}

function PriceChange({ before, now, title, onAcknowledge }: PriceChangeProps) {
  const way = now > before ? 'went up' : 'went down';
  return (
    <Alert tone={now > before ? 'warning' : 'info'}>
      <p>
        The price {way} from <Money dollars={before} /> to <Money dollars={now} />.
      </p>
      <Button size="small" onClick={onAcknowledge}>
        OK<span className="sr-only">, the price of {title} is noted</span>
      </Button>
    </Alert>
  );
}

interface RemovedLineProps {
  title: string;
  onUndo: () => void;
}

/**
 * Shown in place of a line that was just removed. Takes the focus, because the button that had it
 * is gone.
 */
export function RemovedLine({ title, onUndo }: RemovedLineProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
  }, []);
  return (
    <p className="removed" role="status">
      <span>{title} was removed.</span>{' '}
      <Button size="small" ref={button} onClick={onUndo}>
        Undo<span className="sr-only">: put {title} back</span>
      </Button>
    </p>
  );
}

/** Placeholder of a loading line, with the same size. */
export function CartLineSkeleton() {
  return (
    <li className="cart-line" aria-hidden="true">
      <div className="pic">
        <div className="plate part-picture" />
      </div>
      <div className="heading">
        <span className="skeleton skeleton-long" />
        <span className="skeleton skeleton-medium" />
      </div>
      <span className="skeleton quantity" />
      <span className="skeleton sum" />
    </li>
  );
}
