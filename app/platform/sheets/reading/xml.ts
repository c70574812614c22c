import { SaxesParser } from "saxes";
import { damaged } from "./problem";

/** What a part of an xlsx file is read with: the elements of its root's namespace, name by name, without prefixes. */
export interface XmlHandlers {
  /** @param resolve finds an attribute of another namespace, by the end of its URI and its local name */
  open(name: string, attributes: Attributes, resolve: ResolveAttribute): void;
  close?(name: string): void;
  text?(text: string): void;
}

type Attributes = Readonly<Record<string, string>>;
type ResolveAttribute = (uriEnd: string, name: string) => string | undefined;

/** Markup compatibility: what is within `Fallback` is for readers that know no extension. */
const COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006";

/** Elements within elements; a spreadsheet has some ten. */
const DEEPEST = 60;

/** Characters without the end of a tag: a text of a spreadsheet is much shorter. */
const LONGEST_PART = 1_000_000;

/**
 * Reads XML as it arrives.
 * @returns `take` reads the next piece of text, and `end` completes it
 * @throws SheetProblem from either when it is not well formed, or brings a document type of its own
 */
export function xmlReader(handlers: XmlHandlers): { take(text: string): void; end(): void } {
  const parser = new SaxesParser({ position: false });
  parser.on("error", (error) => {
    throw damaged(error);
  });
  // A spreadsheet has no document type. One could define entities that expand without limit.
  parser.on("doctype", () => {
    throw damaged();
  });
  const { open, close, text } = handlers;
  const namespaces = new Namespaces();
  let depth = 0;
  /** The depth of an element of another namespace, which is skipped with all that it holds. 0 for none. */
  let skippedFrom = 0;
  parser.on("opentag", ({ name, attributes: all }) => {
    const attributes = all as Attributes;
    depth += 1;
    if (depth > DEEPEST) throw damaged();
    namespaces.enter(depth, attributes);
    if (skippedFrom > 0) return;
    const uri = namespaces.of(name);
    if (depth === 1) namespaces.core = uri;
    const local = localName(name);
    if (uri !== namespaces.core) {
      if (uri === COMPATIBILITY && local !== "Choice") return;
      skippedFrom = depth;
    } else if (local === "extLst") skippedFrom = depth;
    else open(local, attributes, (uriEnd, wanted) => namespaces.attribute(attributes, uriEnd, wanted));
  });
  parser.on("closetag", ({ name }) => {
    const wasSkipped = skippedFrom > 0;
    if (skippedFrom === depth) skippedFrom = 0;
    if (!wasSkipped && namespaces.of(name) === namespaces.core) close?.(localName(name));
    namespaces.leave(depth);
    depth -= 1;
  });
  if (text) {
    const take = (piece: string) => {
      if (skippedFrom === 0) text(piece);
    };
    parser.on("text", take);
    parser.on("cdata", take);
  }
  let withoutTag = 0;
  const take = (piece: string) => {
    const tag = piece.lastIndexOf(">");
    withoutTag = tag < 0 ? withoutTag + piece.length : piece.length - tag;
    if (withoutTag > LONGEST_PART) throw damaged();
    parser.write(piece);
  };
  return { take, end: () => void parser.close() };
}

/** The namespaces that prefixes mean, by the elements that declare them. Nearly all parts declare them at their root only. */
class Namespaces {
  /** The namespace of the part's root. Extensions have others. */
  core = "";
  #declared: { depth: number; prefix: string; uri: string }[] = [];

  enter(depth: number, attributes: Attributes): void {
    for (const key in attributes) {
      if (!key.startsWith("xmlns")) continue;
      const prefix = key === "xmlns" ? "" : key.slice("xmlns:".length);
      this.#declared.push({ depth, prefix, uri: attributes[key] ?? "" });
    }
  }

  leave(depth: number): void {
    while (this.#declared.at(-1)?.depth === depth) this.#declared.pop();
  }

  /** The namespace of an element, empty without one. */
  of(name: string): string {
    const colon = name.length === 1 ? -1 : name.indexOf(":");
    return this.#uriOf(colon < 0 ? "" : name.slice(0, colon));
  }

  attribute(attributes: Attributes, uriEnd: string, wanted: string): string | undefined {
    return Object.entries(attributes).find(([key]) => {
      const colon = key.indexOf(":");
      return (
        colon > 0 && key.slice(colon + 1) === wanted && this.#uriOf(key.slice(0, colon)).endsWith(uriEnd)
      );
    })?.[1];
  }

  #uriOf(prefix: string): string {
    for (let at = this.#declared.length - 1; at >= 0; at--) {
      const declared = this.#declared[at];
      if (declared?.prefix === prefix) return declared.uri;
    }
    if (prefix !== "") throw damaged();
    return "";
  }
}

function localName(name: string): string {
  // Most elements of a sheet are a cell and its value.
  if (name.length === 1) return name;
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

/** Office writes characters that XML does not know as `_x000D_`. */
export function withoutEscapes(text: string): string {
  return text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
