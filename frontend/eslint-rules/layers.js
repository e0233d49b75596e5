/**
 * One rule for the whole import graph of src/: a file may import from its own unit and from the
 * layers below it. A unit is a top-level folder, one feature under features/, or one folder of
 * api/. Only tests may also import testing/. A package with an owner (firebase, Stripe) may only be
 * imported in its owner's folder.
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

/**
 * The same within api/, whose own files declare tags, lists and hooks. The calls of the contract
 * load the code that renews a session on demand.
 */
const BELOW_IN_API = {
  'api/contract': [],
  api: ['api/contract'],
  'api/session': ['api', 'api/contract'],
  'api/sync': ['api', 'api/contract', 'api/session'],
};
const ON_DEMAND_IN_API = { 'api/contract': ['api/session'] };

/** Package → the only folder of src/ that may import it. */
const OWNERS = [
  { package: /^firebase(\/|$)/, folder: 'lib/firebase' },
  { package: /^@stripe\//, folder: 'features/payments' },
];

/**
 * Generated from the API document, without code: types, lengths and ranges. Every layer may import
 * it.
 */
const CONTRACT = /^api\/contract\/generated-types$/;

/** Tests, and test helpers shared within one feature. */
const TESTS = /\.test\.tsx?$|\/testing\.tsx$/;

/** The path below src/, or null for a file outside it. */
function insideSrc(filename) {
  const path = filename.replaceAll('\\', '/');
  const at = path.lastIndexOf('/src/');
  return at < 0 ? null : path.slice(at + '/src/'.length);
}

function unitOf(path) {
  const [layer, second, third] = path.split('/');
  const isNested = layer === 'features' || (layer === 'api' && third !== undefined);
  return isNested ? `${layer}/${second}` : layer;
}

function isBelow(from, target, onDemand) {
  const [layer, targetLayer] = [from, target].map((path) => path.split('/')[0]);
  if (layer !== 'api' || targetLayer !== 'api') return BELOW[layer]?.includes(targetLayer);
  if (TESTS.test(from)) return true;
  const [unit, targetUnit] = [from, target].map(unitOf);
  return (
    BELOW_IN_API[unit]?.includes(targetUnit) ||
    (onDemand && ON_DEMAND_IN_API[unit]?.includes(targetUnit))
  );
}

/** Why `from` may not import `specifier`; null if it may. */
function objection(from, specifier, onDemand) {
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
  if (target.startsWith('testing/') && TESTS.test(from)) return null;
  if (unitOf(from) === unitOf(target) || isBelow(from, target, onDemand)) return null;
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
      const why = objection(from, node.source.value, node.type === 'ImportExpression');
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
