import {
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ReferenceNode,
  ColumnNode,
  ValueListNode,
  ValueNode,
  type BinaryOperationNode,
  type LimitNode,
  type OperationNode,
} from 'kysely'

/** Columns that say one of a few words, by which indexes hold a part of a table, or which few rows have. */
const enumColumns = new Set(['state', 'role', 'kind', 'period', 'method', 'because'])

/** What the club's own pages ask for at once. A program may ask for any other number, and makes no other text by it. */
const inlinedLimits = new Set([1, 2, 3, 4, 5, 6, 8, 10, 20, 25, 30])

/**
 * PostgreSQL as the club talks to it. Each statement is planned once for all values (migration 046), so what the
 * plan depends on is written into its text: the states that an index is for, yes and no, and how few rows are
 * wanted. All other values are parameters.
 */
export class ClubDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new LiteralInliningCompiler()
  }
}

class LiteralInliningCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, rightOperand } = node
    super.visitBinaryOperation({
      ...node,
      rightOperand: inlineLiterals(rightOperand, isEnumColumn(leftOperand)),
    })
  }

  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    const isWritten = ValueNode.is(limit) && inlinedLimits.has(Number(limit.value))
    super.visitLimit(isWritten ? { ...node, limit: ValueNode.createImmediate(limit.value) } : node)
  }
}

function isEnumColumn(node: OperationNode): boolean {
  return ReferenceNode.is(node) && ColumnNode.is(node.column) && enumColumns.has(node.column.column.name)
}

function inlineLiterals(node: OperationNode, areWords: boolean): OperationNode {
  const isWritten = (value: unknown) => typeof value === 'boolean' || (areWords && typeof value === 'string')
  if (ValueNode.is(node)) return isWritten(node.value) ? ValueNode.createImmediate(node.value) : node
  if (PrimitiveValueListNode.is(node) && node.values.every(isWritten))
    return ValueListNode.create(node.values.map((value) => ValueNode.createImmediate(value)))
  return node
}
