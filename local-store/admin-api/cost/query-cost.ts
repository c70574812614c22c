import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
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

/** A document, ready to be weighed. */
export interface WeighedOperation {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Readonly<Record<string, unknown>>;
}

/**
 * The points of an operation (https://shopify.dev/docs/api/usage/limits): scalars 0, objects 1, connections 2 and
 * their nodes times `first` or `last`, mutations 10. Without `data` it is the requested cost, an upper bound; with the
 * answer's `data` it is the actual cost, of what came back.
 */
export function queryCost(weighed: WeighedOperation, data?: unknown): number {
  const { schema, operation } = weighed;
  if (operation.operation === "mutation") {
    return (
      operation.selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD).length *
      MUTATION_COST
    );
  }
  const root = schema.getQueryType();
  return root ? selectionCost(weighed, operation.selectionSet, root, data) : 0;
}

function selectionCost(
  weighed: WeighedOperation,
  selectionSet: SelectionSetNode,
  type: GraphQLCompositeType,
  data: unknown,
): number {
  let cost = 0;
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FIELD) {
      cost += fieldCost(weighed, selection, type, data);
      continue;
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? weighed.fragments.get(selection.name.value) : selection;
    if (!fragment) continue;
    const condition = fragment.typeCondition && weighed.schema.getType(fragment.typeCondition.name.value);
    const target = condition && isCompositeType(condition) ? condition : type;
    cost += selectionCost(weighed, fragment.selectionSet, target, data);
  }
  return cost;
}

function fieldCost(
  weighed: WeighedOperation,
  node: FieldNode,
  parent: GraphQLCompositeType,
  data: unknown,
): number {
  if (!("getFields" in parent) || !node.selectionSet) return 0;
  const field = parent.getFields()[node.name.value];
  const type = field && getNamedType(field.type);
  if (!field || !type || !isCompositeType(type)) return 0;
  const answered = data !== undefined;
  const value = (data as Record<string, unknown> | null)?.[(node.alias ?? node.name).value];
  if (answered && value == null) return 0;

  if (type.name === "PageInfo") return 0;
  if (isObjectType(type) && type.name.endsWith("Connection")) {
    return (
      CONNECTION_COST + connectionCost(weighed, node, node.selectionSet, type, answered ? value : undefined)
    );
  }
  if (answered && Array.isArray(value)) {
    const children = node.selectionSet;
    return value.reduce(
      (sum: number, item) => sum + (item ? 1 + selectionCost(weighed, children, type, item) : 0),
      0,
    );
  }
  const times = isListType(isNullableType(field.type) ? field.type : field.type.ofType)
    ? listSize(weighed, node)
    : 1;
  return times * (1 + selectionCost(weighed, node.selectionSet, type, answered ? value : undefined));
}

/** The nodes below a connection, whether they are asked for as `nodes` or as `edges { node }`. */
function connectionCost(
  weighed: WeighedOperation,
  node: FieldNode,
  selectionSet: SelectionSetNode,
  type: GraphQLCompositeType,
  value: unknown,
): number {
  const size = pageArgument(weighed, node);
  let cost = 0;
  for (const selection of flatten(weighed, selectionSet)) {
    const below = selection.selectionSet;
    const field = "getFields" in type ? type.getFields()[selection.name.value] : undefined;
    const fieldType = field && getNamedType(field.type);
    if (!below || !fieldType || !isCompositeType(fieldType)) continue;
    const items = (value as Record<string, unknown[]> | undefined)?.[
      (selection.alias ?? selection.name).value
    ];
    const times = value === undefined ? size : (items?.length ?? 0);
    if (selection.name.value === "nodes") {
      cost += weighNodes(weighed, below, fieldType, times, items);
    } else if (selection.name.value === "edges") {
      for (const edge of flatten(weighed, below)) {
        const nodeField = "getFields" in fieldType ? fieldType.getFields()[edge.name.value] : undefined;
        const nodeType = nodeField && getNamedType(nodeField.type);
        if (!edge.selectionSet || !nodeType || !isCompositeType(nodeType)) continue;
        const key = (edge.alias ?? edge.name).value;
        const nodes = items?.map((item) => (item as Record<string, unknown>)[key]);
        cost += weighNodes(weighed, edge.selectionSet, nodeType, times, nodes);
      }
    }
  }
  return cost;
}

function weighNodes(
  weighed: WeighedOperation,
  selectionSet: SelectionSetNode,
  type: GraphQLCompositeType,
  times: number,
  items: unknown[] | undefined,
): number {
  if (!items) return times * (1 + selectionCost(weighed, selectionSet, type, undefined));
  return items.reduce((sum: number, item) => sum + 1 + selectionCost(weighed, selectionSet, type, item), 0);
}

/** The fields of a selection with its fragments opened. */
function flatten(weighed: WeighedOperation, selectionSet: SelectionSetNode): FieldNode[] {
  return selectionSet.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? weighed.fragments.get(selection.name.value) : selection;
    return fragment ? flatten(weighed, fragment.selectionSet) : [];
  });
}

function pageArgument(weighed: WeighedOperation, node: FieldNode): number {
  const size = argument(weighed, node, "first") ?? argument(weighed, node, "last");
  return typeof size === "number" ? Math.max(size, 0) : 0;
}

/** Lists without pages: `nodes(ids:)` by its ids, any other counts once. */
function listSize(weighed: WeighedOperation, node: FieldNode): number {
  const ids = argument(weighed, node, "ids");
  return Array.isArray(ids) ? ids.length : 1;
}

function argument(weighed: WeighedOperation, node: FieldNode, name: string): unknown {
  const value = node.arguments?.find((candidate) => candidate.name.value === name)?.value;
  return value && literal(value, weighed.variables);
}

function literal(value: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  if (value.kind === Kind.VARIABLE) return variables[value.name.value];
  if (value.kind === Kind.INT) return Number(value.value);
  if (value.kind === Kind.LIST) return value.values.map((item) => literal(item, variables));
  return "value" in value ? value.value : undefined;
}
