import {
  BinaryOperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ReferenceNode,
  ValueNode,
  type KyselyPlugin,
} from 'kysely';

/** Makes every condition on a column hold, as if the statements of the store did not carry it. */
export function withoutCondition(column: string): KyselyPlugin {
  const transformer = new ConditionRemover(column);
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
}

class ConditionRemover extends OperationNodeTransformer {
  readonly #column: string;

  constructor(column: string) {
    super();
    this.#column = column;
  }

  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    return nameOf(node) === this.#column && isComparison(node) ? ALWAYS : super.transformBinaryOperation(node);
  }
}

const COMPARISONS = new Set<string>(['=', '>=', '<=', 'is']);

const ALWAYS = BinaryOperationNode.create(
  ValueNode.createImmediate(1),
  OperatorNode.create('='),
  ValueNode.createImmediate(1),
);

/** A comparison is left out; a value computed with a column, such as a new balance, stays. */
function isComparison({ operator }: BinaryOperationNode): boolean {
  return OperatorNode.is(operator) && COMPARISONS.has(operator.operator);
}

function nameOf({ leftOperand }: BinaryOperationNode): string | undefined {
  if (!ReferenceNode.is(leftOperand)) return undefined;
  return leftOperand.column.kind === 'ColumnNode' ? leftOperand.column.column.name : undefined;
}
