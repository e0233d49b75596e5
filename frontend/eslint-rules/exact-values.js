/**
 * Amounts, counts and numbers of orders and parts stand in elements of their own that translators leave alone: those of
 * ui/data/exact. As text among other text they may be changed or moved by a translation (ADR 0047).
 */
import { ESLintUtils } from '@typescript-eslint/utils';
import ts from 'typescript';

/** What writes a number as text. */
const WRITERS = {
  formatDollars: 'Money',
  formatCount: 'Count',
  formatOrderCount: 'OrderCount',
  countSoFar: 'Count',
  countThings: 'Things',
  countParts: 'Parts',
  orderName: 'Exact',
};

/** What React shows nothing of. */
const NOTHING = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.BooleanLike;

/** Elements that hold nothing but text, or that translators leave alone already. */
const isText = ({ openingElement }) =>
  ['title', 'option', 'text', 'Exact'].includes(openingElement?.name.name) ||
  openingElement?.attributes.some(
    ({ name, value }) => name?.name === 'translate' && value?.value === 'no',
  );

/** The expressions whose values may be shown by an expression. */
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
