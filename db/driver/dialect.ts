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

/** Columns with few values, on which partial indexes or rare rows depend. */
const enumColumns = new Set(['state', 'role', 'kind', 'period', 'method', 'because'])

/** Limits of the club's own pages. Other limits, such as a program's, stay parameters. */
const inlinedLimits = new Set([1, 2, 3, 4, 5, 6, 8, 10, 20, 25, 30])

/**
 * Writes values into the text of a statement where its plan depends on them: enum values, booleans and small limits.
 * A statement is planned once for all parameters (`plan_cache_mode`), so all other values stay parameters.
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
