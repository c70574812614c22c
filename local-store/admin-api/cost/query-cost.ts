import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNullableType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";

const MUTATION_COST = 10;
const CONNECTION_COST = 2;

/** A parsed operation with its variables. */
export interface PricedOperation {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Readonly<Record<string, unknown>>;
}

/**
 * The cost of an operation in points (https://shopify.dev/docs/api/usage/limits): scalars 0, objects 1, connections 2 plus their nodes
 * times `first` or `last`, mutations 10. Without `data` it is the requested cost, an upper bound. With the response's `data` it is the
 * actual cost.
 */
export function queryCost(pricedOperation: PricedOperation, data?: unknown): number {
  const { schema, operation } = pricedOperation;
  if (operation.operation === "mutation") {
    return (
      operation.selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD).length *
      MUTATION_COST
    );
  }
  const root = schema.getQueryType();
  return root ? selectionCost(pricedOperation, operation.selectionSet, root, data) : 0;
}

function selectionCost(
  pricedOperation: PricedOperation,
  selectionSet: SelectionSetNode,
  type: GraphQLCompositeType,
  data: unknown,
): number {
  let cost = 0;
  const fragments: Array<{ target: GraphQLCompositeType; cost: number }> = [];
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FIELD) {
      cost += fieldCost(pricedOperation, selection, type, data);
      continue;
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? pricedOperation.fragments.get(selection.name.value)
        : selection;
    if (!fragment) continue;
    const condition =
      fragment.typeCondition && pricedOperation.schema.getType(fragment.typeCondition.name.value);
    const target = condition && isCompositeType(condition) ? condition : type;
    fragments.push({ target, cost: selectionCost(pricedOperation, fragment.selectionSet, target, data) });
  }
  return cost + fragmentsCost(pricedOperation.schema, type, fragments, data !== undefined);
}

/** An object has one type, so the requested cost of an interface or union is that of its most expensive type. */
function fragmentsCost(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  fragments: ReadonlyArray<{ target: GraphQLCompositeType; cost: number }>,
  hasData: boolean,
): number {
  const sum = (costs: typeof fragments) => costs.reduce((total, { cost }) => total + cost, 0);
  if (hasData || !isAbstractType(type)) return sum(fragments);
  const costs = schema
    .getPossibleTypes(type)
    .map((possible) =>
      sum(
        fragments.filter(
          ({ target }) =>
            target === possible || (isAbstractType(target) && schema.isSubType(target, possible)),
        ),
      ),
    );
  return Math.max(0, ...costs);
}

function fieldCost(
  pricedOperation: PricedOperation,
  node: FieldNode,
  parent: GraphQLCompositeType,
  data: unknown,
): number {
  if (!("getFields" in parent) || !node.selectionSet) return 0;
  const field = parent.getFields()[node.name.value];
  const type = field && getNamedType(field.type);
  if (!field || !type || !isCompositeType(type)) return 0;
  const hasData = data !== undefined;
  const value = (data as Record<string, unknown> | null)?.[(node.alias ?? node.name).value];
  if (hasData && value == null) return 0;

  if (type.name === "PageInfo") return 0;
  if (isObjectType(type) && type.name.endsWith("Connection")) {
    return (
      CONNECTION_COST +
      connectionCost(pricedOperation, node, node.selectionSet, type, hasData ? value : undefined)
    );
  }
  if (hasData && Array.isArray(value)) {
    const children = node.selectionSet;
    return value.reduce(
      (sum: number, item) => sum + (item ? 1 + selectionCost(pricedOperation, children, type, item) : 0),
      0,
    );
  }
  const times = isListType(isNullableType(field.type) ? field.type : field.type.ofType)
    ? listSize(pricedOperation, node)
    : 1;
  return times * (1 + selectionCost(pricedOperation, node.selectionSet, type, hasData ? value : undefined));
}

/** The cost of a connection's nodes, requested as `nodes` or as `edges { node }`. */
function connectionCost(
  pricedOperation: PricedOperation,
  node: FieldNode,
  selectionSet: SelectionSetNode,
  type: GraphQLCompositeType,
  value: unknown,
): number {
  const size = pageArgument(pricedOperation, node);
  let cost = 0;
  for (const selection of flatten(pricedOperation, selectionSet)) {
    const below = selection.selectionSet;
    const field = "getFields" in type ? type.getFields()[selection.name.value] : undefined;
    const fieldType = field && getNamedType(field.type);
    if (!below || !fieldType || !isCompositeType(fieldType)) continue;
    const items = (value as Record<string, unknown[]> | undefined)?.[
      (selection.alias ?? selection.name).value
    ];
    const times = value === undefined ? size : (items?.length ?? 0);
    if (selection.name.value === "nodes") {
      cost += nodesCost(pricedOperation, below, fieldType, times, items);
    } else if (selection.name.value === "edges") {
      for (const edge of flatten(pricedOperation, below)) {
        const nodeField = "getFields" in fieldType ? fieldType.getFields()[edge.name.value] : undefined;
        const nodeType = nodeField && getNamedType(nodeField.type);
        if (!edge.selectionSet || !nodeType || !isCompositeType(nodeType)) continue;
        const key = (edge.alias ?? edge.name).value;
        const nodes = items?.map((item) => (item as Record<string, unknown>)[key]);
        cost += nodesCost(pricedOperation, edge.selectionSet, nodeType, times, nodes);
      }
    }
  }
  return cost;
}

function nodesCost(
  pricedOperation: PricedOperation,
  selectionSet: SelectionSetNode,
  type: GraphQLCompositeType,
  times: number,
  items: unknown[] | undefined,
): number {
  if (!items) return times * (1 + selectionCost(pricedOperation, selectionSet, type, undefined));
  return items.reduce(
    (sum: number, item) => sum + 1 + selectionCost(pricedOperation, selectionSet, type, item),
    0,
  );
}

/** The fields of a selection with its fragments expanded. */
function flatten(pricedOperation: PricedOperation, selectionSet: SelectionSetNode): FieldNode[] {
  return selectionSet.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? pricedOperation.fragments.get(selection.name.value)
        : selection;
    return fragment ? flatten(pricedOperation, fragment.selectionSet) : [];
  });
}

function pageArgument(pricedOperation: PricedOperation, node: FieldNode): number {
  const size = argument(pricedOperation, node, "first") ?? argument(pricedOperation, node, "last");
  return typeof size === "number" ? Math.max(size, 0) : 0;
}

/** The size of a list without pages: the number of ids of `nodes(ids:)`, or 1. */
function listSize(pricedOperation: PricedOperation, node: FieldNode): number {
  const ids = argument(pricedOperation, node, "ids");
  return Array.isArray(ids) ? ids.length : 1;
}

function argument(pricedOperation: PricedOperation, node: FieldNode, name: string): unknown {
  const value = node.arguments?.find((candidate) => candidate.name.value === name)?.value;
  return value && literal(value, pricedOperation.variables);
}

function literal(value: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  if (value.kind === Kind.VARIABLE) return variables[value.name.value];
  if (value.kind === Kind.INT) return Number(value.value);
  if (value.kind === Kind.LIST) return value.values.map((item) => literal(item, variables));
  return "value" in value ? value.value : undefined;
}
