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
 * Why a document cannot be run as a bulk query, or null: it must be valid, have one connection at its root, at most five
 * connections nested at most two deep, and select `id` wherever a nested connection's parent stands.
 */
export function checkBulkQuery(source: string): string | null {
  const document = parsed(source, "query");
  if (typeof document === "string") return document;
  const roots = rootFields(document);
  if (roots.length !== 1) return "Bulk queries must have exactly one top-level field.";
  return connectionProblem(document);
}

/** Why a document cannot be run as a bulk mutation, or null: it must be one valid mutation, and no bulk one itself. */
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

/** The one operation of a document that was checked. */
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
  const nodesAbove: FieldNode[] = [];

  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(field) {
          const type = getNamedType(types.getType());
          if (field.name.value === "node" || field.name.value === "nodes") nodesAbove.push(field);
          if (!isObjectType(type) || !type.name.endsWith("Connection")) return;
          connections += 1;
          depth += 1;
          const parent = nodesAbove.at(-1);
          if (depth > MAX_DEPTH + 1)
            problem ??= `Bulk queries cannot contain connections with a nesting depth greater than ${MAX_DEPTH}.`;
          if (parent && !selectsId(parent)) {
            problem ??=
              "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type.";
          }
        },
        leave(field) {
          const type = getNamedType(types.getType());
          if (field.name.value === "node" || field.name.value === "nodes") nodesAbove.pop();
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
