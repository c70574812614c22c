import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { loadAdminSchema } from "../schema/load.ts";

const MAX_CONNECTIONS = 5;
const MAX_DEPTH = 2;

/**
 * The error for an invalid bulk query, or null. It must have one root connection and at most five connections, nested at most two
 * deep. The parent of a nested connection must select `id`.
 */
export function checkBulkQuery(source: string): string | null {
  const document = parsed(source, "query");
  if (typeof document === "string") return document;
  const roots = rootFields(document);
  if (roots.length !== 1) return "Bulk queries must have exactly one top-level field.";
  return connectionProblem(document);
}

/** The error for an invalid bulk mutation, or null. It must have one root field, which isn't a bulk mutation. */
export function checkBulkMutation(source: string): string | null {
  const document = parsed(source, "mutation");
  if (typeof document === "string") return document;
  const [root, ...more] = rootFields(document);
  if (!root || more.length > 0) return "Bulk mutations must have exactly one top-level field.";
  if (/^(bulkOperation|stagedUploads)/.test(root.name.value)) {
    return `You can't use ${root.name.value} inside a bulk mutation.`;
  }
  return null;
}

/** The operation of a checked document. */
export function operationOf(document: DocumentNode): OperationDefinitionNode {
  return document.definitions.find(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode;
}

function parsed(source: string, operation: "query" | "mutation"): DocumentNode | string {
  try {
    const document = parse(source);
    const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
    if (operations.length !== 1 || operations[0]?.operation !== operation) {
      return `Invalid bulk ${operation}: the document must contain one ${operation}.`;
    }
    const [error] = validate(loadAdminSchema(), document);
    return error ? `Invalid bulk ${operation}: ${error.message}` : document;
  } catch (error) {
    if (error instanceof GraphQLError) return `Invalid bulk ${operation}: ${error.message}`;
    throw error;
  }
}

function rootFields(document: DocumentNode): FieldNode[] {
  return operationOf(document).selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD);
}

function connectionProblem(document: DocumentNode): string | null {
  const types = new TypeInfo(loadAdminSchema());
  let connections = 0;
  let depth = 0;
  let problem: string | null = null;
  const ancestorNodes: FieldNode[] = [];

  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(field) {
          const type = getNamedType(types.getType());
          if (field.name.value === "node" || field.name.value === "nodes") ancestorNodes.push(field);
          if (!isObjectType(type) || !type.name.endsWith("Connection")) return;
          connections += 1;
          depth += 1;
          const parent = ancestorNodes.at(-1);
          if (depth > MAX_DEPTH + 1)
            problem ??= `Bulk queries cannot contain connections with a nesting depth greater than ${MAX_DEPTH}.`;
          if (parent && !selectsId(parent)) {
            problem ??=
              "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type.";
          }
        },
        leave(field) {
          const type = getNamedType(types.getType());
          if (field.name.value === "node" || field.name.value === "nodes") ancestorNodes.pop();
          if (isObjectType(type) && type.name.endsWith("Connection")) depth -= 1;
        },
      },
    }),
  );

  if (connections === 0) return "Bulk queries must contain at least one connection.";
  if (connections > MAX_CONNECTIONS)
    return `Bulk queries cannot contain more than ${MAX_CONNECTIONS} connections.`;
  return problem;
}

function selectsId(field: FieldNode): boolean {
  return (field.selectionSet?.selections ?? []).some(
    (selection) =>
      selection.kind !== Kind.FIELD ||
      (selection.name.value === "id" && (!selection.alias || selection.alias.value === "id")),
  );
}
