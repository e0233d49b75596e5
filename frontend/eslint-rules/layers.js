/**
 * One rule for the whole import graph of src/: a file may import from its own unit and from the
 * layers below it. A unit is a top-level folder, or one feature under features/. Only tests may
 * also import testing/. Packages with an owner (firebase, Stripe) may be imported only there.
 */
import { posix } from 'node:path';

/** Layer → the layers it may import from, in addition to its own unit. */
const BELOW = {
  app: ['features', 'api', 'ui', 'lib'],
  features: ['api', 'ui', 'lib'],
  api: ['lib'],
  ui: ['lib'],
  lib: [],
  testing: ['api', 'ui', 'lib'],
};

/** Package → the only folder of src/ that may import it. */
const OWNERS = [
  { package: /^firebase(\/|$)/, folder: 'lib/firebase' },
  { package: /^@stripe\//, folder: 'features/payments' },
];

/**
 * Generated from the API document, without code: types, lengths and ranges. Every layer may import
 * it.
 */
const CONTRACT = /^api\/generated-(types|limits)$/;

/** Tests, and test helpers shared within one feature. */
const TESTS = /\.test\.tsx?$|\/testing\.tsx$/;

/** The path below src/, or null for a file outside it. */
function insideSrc(filename) {
  const path = filename.replaceAll('\\', '/');
  const at = path.lastIndexOf('/src/');
  return at < 0 ? null : path.slice(at + '/src/'.length);
}

function unitOf(path) {
  const [layer, second] = path.split('/');
  return layer === 'features' ? `${layer}/${second}` : layer;
}

/** Why `from` may not import `specifier`; null if it may. */
function objection(from, specifier) {
  const owner = OWNERS.find((each) => each.package.test(specifier));
  if (owner) {
    return from.startsWith(`${owner.folder}/`)
      ? null
      : `Only src/${owner.folder} may import ${specifier}.`;
  }
  // A file imported as text brings in no code.
  if (!specifier.startsWith('.') || specifier.endsWith('?raw')) return null;

  const target = posix.normalize(posix.join(posix.dirname(from), specifier));
  if (CONTRACT.test(target)) return null;
  const [layer] = from.split('/');
  const [targetLayer] = target.split('/');
  if (targetLayer === 'testing' && TESTS.test(from)) return null;
  if (unitOf(from) === unitOf(target) || BELOW[layer]?.includes(targetLayer)) return null;
  return `src/${unitOf(from)} may not import from src/${unitOf(target)}.`;
}

/** @type {import('eslint').Rule.RuleModule} */
export const layers = {
  meta: { type: 'problem', schema: [], messages: { crossing: '{{why}}' } },
  create(context) {
    const from = insideSrc(context.filename);
    if (from === null) return {};
    const check = (node) => {
      if (typeof node.source?.value !== 'string') return;
      const why = objection(from, node.source.value);
      if (why) context.report({ node: node.source, messageId: 'crossing', data: { why } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
