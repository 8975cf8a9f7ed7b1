import type { babel } from '@stryker-mutator/instrumenter';
import * as t from '@babel/types';

/** A mutator of StrykerJS: yields replacements for a node of the syntax tree. */
interface Mutator {
  readonly name: string;
  mutate(path: babel.NodePath): Iterable<t.Node>;
}

const CONDITIONS = new Set(['where', 'whereRef', 'having', 'onRef']);
const EFFECTS = new Set(['fromCallback', 'useEffect', 'useLayoutEffect']);

/** Removes a condition from a database statement: `query.where('id', '=', id)` becomes `query`. */
const removedCondition: Mutator = {
  name: 'RemovedCondition',
  *mutate({ node }) {
    const call = methodCall(node);
    if (call !== undefined && CONDITIONS.has(call.name)) yield t.cloneNode(call.object);
  },
};

/** Removes an order from a database statement: `query.orderBy('id')` becomes `query`. */
const removedOrder: Mutator = {
  name: 'RemovedOrder',
  *mutate({ node }) {
    const call = methodCall(node);
    if (call?.name === 'orderBy') yield t.cloneNode(call.object);
  },
};

/** Leaves out the rows without a partner: `query.leftJoin('holds', …)` becomes `query.innerJoin('holds', …)`. */
const innerJoin: Mutator = {
  name: 'InnerJoin',
  *mutate({ node }) {
    const call = methodCall(node);
    if (call?.name !== 'leftJoin' || !t.isCallExpression(node)) return;
    yield t.callExpression(t.memberExpression(t.cloneNode(call.object), t.identifier('innerJoin')), node.arguments);
  },
};

/** Runs an effect but returns no cleanup: `useEffect(() => subscribe())` becomes `useEffect(() => void subscribe())`. */
const removedCleanup: Mutator = {
  name: 'RemovedCleanup',
  *mutate(path) {
    const { node, parent } = path;
    const isReturned = t.isReturnStatement(parent) || (t.isArrowFunctionExpression(parent) && parent.body === node);
    // An actor that only sends an event returns no cleanup.
    if (!t.isExpression(node) || !isReturned || isSend(node)) return;
    const effect = path.getFunctionParent();
    const call = effect?.parent;
    const isEffect =
      t.isCallExpression(call) &&
      t.isIdentifier(call.callee) &&
      EFFECTS.has(call.callee.name) &&
      call.arguments[0] === effect?.node;
    if (isEffect) yield t.unaryExpression('void', t.cloneNode(node));
  },
};

/** Continues without waiting: `await save()` becomes `save()`. */
const removedAwait: Mutator = {
  name: 'RemovedAwait',
  *mutate({ node }) {
    if (t.isAwaitExpression(node)) yield t.cloneNode(node.argument);
  },
};

/** Removes a role, a key or an ARIA attribute of an element: `key={id}` becomes `key={undefined}`. */
const removedAttribute: Mutator = {
  name: 'RemovedAttribute',
  *mutate({ node, parent, parentPath }) {
    if (t.isJSXAttribute(node) && isJudged(node)) {
      // Stryker can place a mutant only in an expression, not in `role="alert"`. Its own mutator then empties the string.
      if (t.isStringLiteral(node.value)) node.value = t.inherits(t.jsxExpressionContainer(node.value), node.value);
    } else if (t.isJSXExpressionContainer(parent) && t.isExpression(node) && !t.isStringLiteral(node)) {
      const attribute = parentPath?.parent;
      if (t.isJSXAttribute(attribute) && isJudged(attribute)) yield t.identifier('undefined');
    }
  },
};

/** Mutators for mistakes in this product that StrykerJS's mutators do not make. */
export const ownMutators: readonly Mutator[] = [
  removedCondition,
  removedOrder,
  innerJoin,
  removedCleanup,
  removedAwait,
  removedAttribute,
];

function isSend(node: t.Node): boolean {
  return t.isCallExpression(node) && t.isIdentifier(node.callee, { name: 'sendBack' });
}

function methodCall(node: t.Node): { readonly object: t.Expression | t.Super; readonly name: string } | undefined {
  if (!t.isCallExpression(node) || !t.isMemberExpression(node.callee)) return undefined;
  const { object, property } = node.callee;
  return t.isIdentifier(property) ? { object, name: property.name } : undefined;
}

function isJudged({ name }: t.JSXAttribute): boolean {
  return t.isJSXIdentifier(name) && /^(?:key|role|aria-.*)$/.test(name.name);
}
