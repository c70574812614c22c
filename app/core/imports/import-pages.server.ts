import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { authorize } from "~/core/authorize.server";
import { withPermission } from "~/core/function-entry";
import type { ImportKind } from "./import-kind";
import { importPages } from "./pages";
import { withImportErrorText } from "./with-import-error-text.server";
import { answerBeginForm, answerRunForm } from "./wizard-form.server";
import { readRunPage } from "./wizard-page.server";

const pagesOf = (kind: ImportKind) => withPermission(importPages, kind.flag);

/** What the page on which an import begins shows: the imports before it. */
export const readBeginPage = (args: LoaderFunctionArgs, kind: ImportKind) =>
  authorize(args, pagesOf(kind), async ({ calls }) => ({
    ...(await calls.imports.list({ kind: kind.id })),
    /** Names of the fields that this shop may tick for all rows. */
    offered: [] as string[],
  }));

/** Runs the action that the page requests. */
export const answerBeginPage = (args: ActionFunctionArgs, kind: ImportKind) =>
  authorize(args, pagesOf(kind), ({ calls }) =>
    withImportErrorText(kind, async () =>
      answerBeginForm(calls.imports, kind.id, await args.request.formData()),
    ),
  );

/** What the page of one import shows, at its current step. */
export const readImportPage = (args: LoaderFunctionArgs, kind: ImportKind) =>
  authorize(args, pagesOf(kind), ({ calls }) =>
    readRunPage(args.request, calls, kind, args.params.run ?? ""),
  );

/** Runs the action that the page requests. */
export const answerImportPage = (args: ActionFunctionArgs, kind: ImportKind) =>
  authorize(args, pagesOf(kind), ({ calls }) =>
    withImportErrorText(kind, async () =>
      answerRunForm(calls, args.params.run ?? "", await args.request.formData()),
    ),
  );
