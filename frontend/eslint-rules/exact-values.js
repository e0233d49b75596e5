/**
 * Amounts, counts, order numbers and part numbers are rendered by the elements of ui/data/exact,
 * which translators leave alone. In plain text, a translation may change or move them (ADR 0047).
 */
import { ESLintUtils } from '@typescript-eslint/utils';
import ts from 'typescript';

/** Functions that format a number as text. */
const WRITERS = {
  formatDollars: 'Money',
  formatCount: 'Count',
  formatOrderCount: 'OrderCount',
  countSoFar: 'Count',
  countThings: 'Things',
  countParts: 'Parts',
  orderName: 'Exact',
};

/** Types that React renders as nothing. */
const NOTHING = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.BooleanLike;

/** Elements that contain only text, or that translators already skip. */
const isText = ({ openingElement }) =>
  ['title', 'option', 'text', 'Exact'].includes(openingElement?.name.name) ||
  openingElement?.attributes.some(
    ({ name, value }) => name?.name === 'translate' && value?.value === 'no',
  );

/** The expressions whose values an expression may render. */
function shown(node) {
  switch (node.type) {
    case 'ConditionalExpression':
      return [...shown(node.consequent), ...shown(node.alternate)];
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : shown(node.left)), ...shown(node.right)];
    case 'TemplateLiteral':
      return node.expressions.flatMap(shown);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return shown(node.expression);
    default:
      return [node];
  }
}

/** @type {import('eslint').Rule.RuleModule} */
export const exactValues = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      plain: 'Translators may change this. Show it with <{{component}}> of ui/data/exact.',
    },
  },
  create(context) {
    const path = context.filename.replaceAll('\\', '/');
    if (!path.endsWith('.tsx') || /(\.test|\/testing|ui\/data\/exact)\.tsx$/.test(path)) return {};
    const services = ESLintUtils.getParserServices(context);

    const isNumber = (node) => {
      const type = services.getTypeAtLocation(node);
      const parts = (type.isUnion() ? type.types : [type]).filter(
        ({ flags }) => !(flags & NOTHING),
      );
      return parts.length > 0 && parts.every(({ flags }) => flags & ts.TypeFlags.NumberLike);
    };
    const componentFor = (node) => {
      if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
        const component = WRITERS[node.callee.name];
        if (component) return component;
      }
      if (node.type === 'MemberExpression' && node.property.name === 'number') return 'Exact';
      return isNumber(node) ? 'Exact' : null;
    };
    const check = (expression) => {
      for (const node of shown(expression)) {
        const component = componentFor(node);
        if (component) context.report({ node, messageId: 'plain', data: { component } });
      }
    };
    return {
      ':matches(JSXElement, JSXFragment) > JSXExpressionContainer': ({ expression, parent }) => {
        if (expression.type !== 'JSXEmptyExpression' && !isText(parent)) check(expression);
      },
      'Property[key.name="cell"] > ArrowFunctionExpression': ({ body }) => {
        if (body.type !== 'BlockStatement') check(body);
      },
    };
  },
};
