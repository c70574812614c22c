/**
 * Shopify's search syntax (https://shopify.dev/docs/api/usage/search-syntax) as a tree.
 *
 *   Query = Term { [ "AND" | "OR" ] Term }         the default is AND; AND has precedence over OR
 *   Term  = [ "-" | "NOT" ] ( "(" Query ")" | [ name comparator ] value )
 */
export type SearchNode =
  | { kind: "and" | "or"; nodes: SearchNode[] }
  | { kind: "not"; node: SearchNode }
  | SearchTerm;

export interface SearchTerm {
  kind: "term";
  /** Null for a bare word. */
  field: string | null;
  comparator: "=" | "<" | "<=" | ">" | ">=";
  value: string;
  /** A quoted phrase, in which `*` is a literal character. */
  quoted: boolean;
  /** Ends with an unquoted `*`: a prefix search. */
  prefix: boolean;
}

type Token = { kind: "(" | ")" | "AND" | "OR" | "NOT" } | (SearchTerm & { kind: "term" });

/** Parses a search query. Returns null if it is empty. Unbalanced parentheses are closed or ignored. */
export function parseSearch(query: string): SearchNode | null {
  const tokens = tokenize(query);
  let at = 0;

  function parseOr(): SearchNode | null {
    const nodes: SearchNode[] = [];
    for (;;) {
      const node = parseAnd();
      if (node) nodes.push(node);
      if (tokens[at]?.kind !== "OR") break;
      at += 1;
    }
    return combine("or", nodes);
  }

  function parseAnd(): SearchNode | null {
    const nodes: SearchNode[] = [];
    for (;;) {
      const token = tokens[at];
      if (!token || token.kind === "OR" || token.kind === ")") break;
      if (token.kind === "AND") {
        at += 1;
        continue;
      }
      const node = parseTerm();
      if (node) nodes.push(node);
    }
    return combine("and", nodes);
  }

  function parseTerm(): SearchNode | null {
    const token = tokens[at] as Token;
    at += 1;
    if (token.kind === "NOT") {
      const next = tokens[at];
      if (!next || next.kind === ")" || next.kind === "AND" || next.kind === "OR") return null;
      const node = parseTerm();
      return node && { kind: "not", node };
    }
    if (token.kind === "(") {
      const node = parseOr();
      if (tokens[at]?.kind === ")") at += 1;
      return node;
    }
    return token as SearchTerm;
  }

  const all: SearchNode[] = [];
  while (at < tokens.length) {
    const node = parseOr();
    if (node) all.push(node);
    // An unmatched closing parenthesis.
    if (tokens[at]?.kind === ")") at += 1;
  }
  return combine("and", all);
}

function combine(kind: "and" | "or", nodes: SearchNode[]): SearchNode | null {
  if (nodes.length === 0) return null;
  return nodes.length === 1 ? (nodes[0] as SearchNode) : { kind, nodes };
}

function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  let rest = query;
  for (;;) {
    rest = rest.trimStart();
    if (rest === "") return tokens;
    const first = rest[0] as string;
    if (first === "(" || first === ")") {
      tokens.push({ kind: first });
      rest = rest.slice(1);
      continue;
    }
    if (first === "-" && /^-[^\s]/.test(rest)) {
      tokens.push({ kind: "NOT" });
      rest = rest.slice(1);
      continue;
    }
    const connective = /^(AND|OR|NOT)(?=[\s(]|$)/.exec(rest);
    if (connective) {
      tokens.push({ kind: connective[1] as "AND" | "OR" | "NOT" });
      rest = rest.slice(connective[0].length);
      continue;
    }
    const { term, length } = readTerm(rest);
    if (term) tokens.push(term);
    rest = rest.slice(length);
  }
}

/** Reads `name:comparator value` or a bare value at the start of the text. */
function readTerm(text: string): { term: SearchTerm | null; length: number } {
  const named =
    /^([A-Za-z_][\w.$-]*):\s*(<=|>=|<|>|=)?\s*(?=\S)/.exec(text) ?? /^([A-Za-z_][\w.$-]*):/.exec(text);
  const start = named?.[0].length ?? 0;
  const { value, quoted, prefix, length } = readValue(text.slice(start));
  const total = Math.max(start + length, 1);
  if (!named && value === "") return { term: prefix ? anything() : null, length: total };
  const comparator = (named?.[2] ?? "=") as SearchTerm["comparator"];
  return {
    term: { kind: "term", field: named?.[1] ?? null, comparator, value, quoted, prefix },
    length: total,
  };
}

function anything(): SearchTerm {
  return { kind: "term", field: null, comparator: "=", value: "", quoted: false, prefix: true };
}

function readValue(text: string): { value: string; quoted: boolean; prefix: boolean; length: number } {
  const quote = text[0] === '"' || text[0] === "'" ? text[0] : null;
  let value = "";
  let at = quote ? 1 : 0;
  let endsInStar = false;
  while (at < text.length) {
    const letter = text[at] as string;
    if (letter === "\\" && at + 1 < text.length) {
      value += text[at + 1];
      at += 2;
      endsInStar = false;
      continue;
    }
    if (quote ? letter === quote : /[\s()]/.test(letter)) break;
    value += letter;
    endsInStar = letter === "*";
    at += 1;
  }
  const prefix = !quote && endsInStar;
  return {
    value: prefix ? value.slice(0, -1) : value,
    quoted: quote !== null,
    prefix,
    length: quote ? Math.min(at + 1, text.length) : at,
  };
}
