import type { PageContext } from "../page-context.ts";
import { renderPage } from "../render-page.tsx";

/** A page with a title and one sentence, such as an error. */
export function messagePage(context: PageContext, title: string, sentence: string): string {
  return renderPage({ title, context }, <p className="card">{sentence}</p>);
}
