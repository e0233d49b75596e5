/**
 * A feature's styles are loaded with its screens and stay until the page is reloaded, so they must
 * match nothing outside the feature. Every selector of a stylesheet in features/NAME needs a class
 * that is `NAME` or begins with `NAME-`, and only files of that feature may use such a class.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generate, parse } from 'css-tree';

/** At-rules whose content is checked like the rest of the stylesheet. */
const CONDITIONS = ['media', 'supports', 'container', 'layer', 'starting-style'];
/** At-rules that define a name for the whole page. */
const NAMED = ['keyframes', 'property', 'counter-style'];
/** Pseudo-classes that match only what one of their selectors matches. */
const ALTERNATIVES = ['is', 'where', 'has', 'matches'];

const isOwn = (name, feature) => name === feature || name.startsWith(`${feature}-`);

/** Whether this selector can match only inside the feature. */
function needsFeature(selector, feature) {
  return selector.children.some((node) => {
    if (node.type === 'ClassSelector') return isOwn(node.name, feature);
    if (node.type !== 'PseudoClassSelector' || !ALTERNATIVES.includes(node.name)) return false;
    const list = node.children?.first;
    return list?.type === 'SelectorList' && allNeedFeature(list, feature);
  });
}

const allNeedFeature = (list, feature) =>
  list.children.toArray().every((selector) => needsFeature(selector, feature));

function offendersIn(nodes, feature) {
  return nodes.toArray().flatMap((node) => {
    // A nested rule can match only where its parent rule can.
    if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
      return node.prelude.children.toArray().filter((each) => !needsFeature(each, feature));
    }
    if (node.type === 'Comment') return [];
    if (node.type !== 'Atrule') return [node];
    if (CONDITIONS.includes(node.name))
      return node.block ? offendersIn(node.block.children, feature) : [node];
    const named = NAMED.includes(node.name) && node.prelude && generate(node.prelude);
    return named && isOwn(named.replace(/^--/, ''), feature) ? [] : [node];
  });
}

/**
 * Selectors in a feature's stylesheet that can match outside the feature, as `line: selector`.
 * @param {string} css
 * @param {string} feature the name of its folder
 */
export function unscoped(css, feature) {
  return offendersIn(parse(css, { positions: true }).children, feature).map(
    (node) =>
      `${node.loc.start.line}: ${node.type === 'Atrule' ? `@${node.name}` : generate(node)}`,
  );
}

/** The path of src/ and the file's path below it, or null for a file outside src/. */
function placeOf(filename) {
  const path = filename.replaceAll('\\', '/');
  const at = path.lastIndexOf('/src/');
  if (at < 0) return null;
  const [layer, feature] = path.slice(at + '/src/'.length).split('/');
  return { src: path.slice(0, at + '/src'.length), feature: layer === 'features' ? feature : null };
}

const featuresWithStyles = new Map();

/** The features that have their own stylesheet. */
function featuresOf(src) {
  const known = featuresWithStyles.get(src);
  if (known) return known;
  const folder = join(src, 'features');
  const features = existsSync(folder)
    ? readdirSync(folder).filter((feature) =>
        readdirSync(join(folder, feature), { recursive: true }).some((file) =>
          file.endsWith('.css'),
        ),
      )
    : [];
  featuresWithStyles.set(src, features);
  return features;
}

/** @type {import('eslint').Rule.RuleModule} */
export const scopedStyles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unscoped:
        '{{at}} can match outside of the feature. Its selector needs a class that begins with "{{feature}}-".',
      borrowed: 'The class "{{name}}" belongs to src/features/{{feature}}.',
    },
  },
  create(context) {
    const place = placeOf(context.filename);
    if (place === null) return {};
    const { src, feature } = place;

    const checkSheet = (node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !/^\..*\.css$/.test(specifier) || feature === null)
        return;
      const css = readFileSync(join(dirname(context.filename), specifier), 'utf8');
      for (const at of unscoped(css, feature)) {
        context.report({ node: node.source, messageId: 'unscoped', data: { at, feature } });
      }
    };
    const checkWords = (node, words) => {
      for (const name of words.split(/\s+/)) {
        const owner = featuresOf(src).find((each) => each !== feature && isOwn(name, each));
        // A bare name, such as `numbers`, is treated as an ordinary word.
        if (owner === undefined || name === owner) continue;
        context.report({ node, messageId: 'borrowed', data: { name, feature: owner } });
      }
    };
    return {
      ImportDeclaration: checkSheet,
      ImportExpression: checkSheet,
      'JSXAttribute[name.name="className"] Literal': (node) => {
        if (typeof node.value === 'string') checkWords(node, node.value);
      },
      'JSXAttribute[name.name="className"] TemplateElement': (node) => {
        checkWords(node, node.value.cooked);
      },
    };
  },
};
