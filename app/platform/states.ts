/** The states of the rows of a table, the transitions that are allowed between them, and what causes each. */
export interface States<S extends string = string> {
  kind: "states";
  table: string;
  column: string;
  transitions: Readonly<Record<S, Readonly<Partial<Record<S, string>>>>>;
  /** In SQL, for `SET`: the row gets this state. Name `before` of the same state in the statement's condition. */
  set(to: S): string;
  /** In SQL: the row is in a state from which it may get this one. @param row its alias, where other tables have the column */
  before(to: S, row?: string): string;
  /** The states from which a row may get this one. */
  sourcesOf(to: S): S[];
}

/**
 * Declares the states of the rows of a table. Name it under `declares` of its module. Each state has the states that may follow it,
 * each with a sentence that says what causes it. The databases of tests refuse every other transition.
 */
export function defineStates<S extends string>({
  table,
  column = "state",
  transitions,
}: Pick<States<S>, "table" | "transitions"> & { column?: string }): States<S> {
  const names = Object.keys(transitions) as S[];
  const sourcesOf = (to: S) => names.filter((from) => to in transitions[from]);
  const quoted = (states: readonly S[]) => states.map((state) => `'${state}'`).join(", ");
  return {
    kind: "states",
    table,
    column,
    transitions,
    sourcesOf,
    set: (to) => `${column} = '${to}'`,
    before: (to, row) => `${row ? `${row}.` : ""}${column} IN (${quoted(sourcesOf(to))})`,
  };
}
