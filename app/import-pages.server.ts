import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { inItsWords } from "./domain/imports/in-its-words.server";
import type { ImportKind } from "./domain/imports/kind";
import { answerBeginForm, answerRunForm } from "./domain/imports/wizard-form.server";
import { readRunPage } from "./domain/imports/wizard-page.server";
import { asStaff, type Staff } from "./door.server";

/**
 * What the page on which an import begins shows: the imports before it.
 * @param offered names of the fields that this shop may tick for all rows
 */
export const readBeginPage = (
  args: LoaderFunctionArgs,
  kind: ImportKind,
  offered?: (staff: Staff) => Promise<string[]>,
) =>
  asStaff(args, kind.flag, async (staff) => ({
    ...(await staff.backend.imports.list({ kind: kind.id })),
    offered: (await offered?.(staff)) ?? [],
  }));

/** Carries out what that page asks for. */
export const answerBeginPage = (args: ActionFunctionArgs, kind: ImportKind) =>
  asStaff(args, kind.flag, ({ backend }) =>
    inItsWords(kind, async () => answerBeginForm(backend.imports, kind.id, await args.request.formData())),
  );

/** What the page of one import shows, at the step where it stands. */
export const readImportPage = (args: LoaderFunctionArgs, kind: ImportKind) =>
  asStaff(args, kind.flag, ({ backend }) => readRunPage(args.request, backend, kind, args.params.run ?? ""));

/** Carries out what that page asks for. */
export const answerImportPage = (args: ActionFunctionArgs, kind: ImportKind) =>
  asStaff(args, kind.flag, ({ backend }) =>
    inItsWords(kind, async () =>
      answerRunForm(backend, args.params.run ?? "", await args.request.formData()),
    ),
  );
