import { renderPage } from "../frame.tsx";
import type { PageContext } from "../page-context.ts";

/** A page that says one thing, such as that something is not there. */
export function sentencePage(context: PageContext, title: string, sentence: string): string {
  return renderPage({ title, context }, <p className="card">{sentence}</p>);
}
