import { shopApi } from '../../../../api/index';
import type { PartChangeFields, PartChangesReport } from '../../../../api/contract/generated-types';
import { paths } from '../../../../lib/paths';
import { Link } from '../../../../ui/controls/link';
import { Exact, Parts, Things } from '../../../../ui/data/exact';
import { REASONS, valueInWords } from './part-change';

interface ChangePreviewProps {
  change: PartChangeFields;
  preview: PartChangesReport;
}

/** The first parts before and after the change. */
export function ChangePreview({ change, preview: { rows, changes } }: ChangePreviewProps) {
  const { data: categories = [] } = shopApi.useListCategoriesQuery();
  const { data: brands = [] } = shopApi.useListBrandsQuery();
  const inWords = (value: string | undefined) =>
    valueInWords(change.kind, value, { brands, categories });
  return (
    // It scrolls by itself, so the keyboard has to reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="preview-rows" role="region" aria-label="Preview" tabIndex={0}>
      <table>
        <caption>
          {rows.length < changes ? (
            <>
              The first <Exact value={rows.length} /> of <Parts of={changes} />
            </>
          ) : (
            <Parts of={changes} />
          )}
        </caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Now</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ _id, title, number, before, after }) => (
            <tr key={_id}>
              <th scope="row">
                {title} {number !== undefined && <span className="id">{number}</span>}
              </th>
              <td>
                <del>{inWords(before)}</del>
              </td>
              <td>
                <ins>{inWords(after)}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The parts that are not changed, with reasons. */
export function RefusedList({ refused }: { refused: PartChangesReport['refused'] }) {
  return refused.map(({ reason, count, parts }) => (
    <details key={reason} className="refused-parts">
      <summary>
        <Parts of={count} /> left out: {REASONS[reason]}.
      </summary>
      <ul>
        {parts.map(({ _id, title }) => (
          <li key={_id}>
            {title === undefined ? _id : <Link to={paths.editProduct(_id)}>{title}</Link>}
          </li>
        ))}
        {count > parts.length && (
          <li>
            and <Things of={count - parts.length} one="other" many="others" />
          </li>
        )}
      </ul>
    </details>
  ));
}
