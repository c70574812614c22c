import { useEffect, useMemo, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { describeError } from "~/ui/describe-error";
import { useCall } from "~/ui/useCall";
import { changesBetween, type DisplayName, type DisplayNameChange, valueProblem } from "../display-names";
import { salsifyDisplayCall } from "../function";
import type { DisplayNames } from "../stored-list.server";

type Edits = ReadonlyMap<string, string>;

const NO_EDITS: Edits = new Map();

/** What someone else changed since the page was opened. `own` is what this person entered for the same key. */
export type ConflictingChange = DisplayNameChange & { own?: string };

/**
 * The grid's state: the list as the page was opened with, the edits on top of it, and saving them. A list that arrives while there are
 * edits doesn't replace the opened one: saving compares with what the person saw.
 */
export function useDisplayNames(latest: DisplayNames) {
  const [opened, setOpened] = useState(latest);
  const [edits, setEdits] = useState(NO_EDITS);
  const [dismissed, setDismissed] = useState<CallAnswer>();
  const [submitted, setSubmitted] = useState<readonly DisplayName[]>([]);
  const { run, isBusy, answer, accepted } = useCall<CallAnswer>();
  const [lastAccepted, setLastAccepted] = useState(accepted);
  const openAnswer = isBusy || answer === dismissed ? undefined : answer;
  const isSaved = accepted !== undefined && accepted !== lastAccepted;
  if (isSaved && !isBusy) {
    setLastAccepted(accepted);
    setEdits(NO_EDITS);
  }

  const storedValues = useMemo(
    () => new Map(opened.data.map(({ key, value }) => [key, value])),
    [opened.data],
  );
  const currentValue = (key: string) => edits.get(key) ?? storedValues.get(key) ?? "";
  const changed = [...edits].filter(([key, value]) => value.trim() !== (storedValues.get(key) ?? ""));
  if (changed.length === 0 && opened !== latest) {
    setOpened(latest);
    setEdits(NO_EDITS);
  }

  const problems = useMemo(() => {
    const found = new Map<string, string>();
    for (const [field, problem] of Object.entries(openAnswer?.fieldErrors ?? {})) {
      const entry = submitted[Number(/^updateList\.(\d+)\./.exec(field)?.[1])];
      // It is about the value that was sent, not about a later one.
      if (entry && (edits.get(entry.key) ?? storedValues.get(entry.key)) === entry.value)
        found.set(entry.key, problem);
    }
    for (const [key, value] of edits) {
      const problem = valueProblem(value);
      if (problem) found.set(key, problem);
    }
    return found;
  }, [openAnswer, submitted, edits, storedValues]);

  const submit = (to: DisplayNames, list: readonly DisplayName[]) => {
    setSubmitted(list);
    const read = { id: to.metaFieldId, digest: to.digest };
    run(salsifyDisplayCall("salsifyDisplay.save", { ...read, updateList: [...list] }));
  };
  const withEdits = ({ data }: DisplayNames, onTop: Edits): DisplayName[] => {
    const rows = new Map([...data.map(({ key, value }) => [key, value] as const), ...onTop]);
    return [...rows].map(([key, value]) => ({ key, value }));
  };
  // The page loads the list after a refusal. Without edits, it shows the current one already.
  const isOther = latest.digest !== opened.digest || latest.metaFieldId !== opened.metaFieldId;
  const conflict = changed.length > 0 && openAnswer?.status === 409 && isOther ? latest : undefined;

  return {
    rows: opened.data,
    lastSave: opened.lastSave,
    currentValue,
    /** By key, as sentences without their subject. */
    problems,
    changedCount: changed.length,
    isBusy,
    /** The edits are saved, and the list is read again. */
    isSaved,
    /** Why the last save failed, until it is dismissed. */
    problem: conflict ? undefined : openAnswer?.problem,
    dismissProblem: () => setDismissed(answer),
    change(key: string, value: string) {
      const after = new Map(edits);
      if (value === (storedValues.get(key) ?? "")) after.delete(key);
      else after.set(key, value);
      setEdits(after);
    },
    discard() {
      setEdits(NO_EDITS);
      setDismissed(answer);
    },
    save: () => submit(opened, withEdits(opened, edits)),
    /** Restores what the last save changed. */
    undoLastSave() {
      const before = new Map(opened.lastSave?.changes.map((change) => [change.key, change.before]));
      submit(opened, withEdits(opened, before));
    },
    conflict: conflict && {
      lastSave: conflict.lastSave,
      changes: changesBetween(opened.data, conflict.data).map(
        (change): ConflictingChange => ({ ...change, own: edits.get(change.key) }),
      ),
      /** Saves this person's edits over the current list. */
      applyOnTop() {
        setOpened(conflict);
        setDismissed(answer);
        submit(conflict, withEdits(conflict, edits));
      },
    },
  };
}

export type DisplayNamesGrid = ReturnType<typeof useDisplayNames>;

export interface DisplayNamesPageData {
  list: DisplayNames;
  /** The server's clock when it answered, ISO 8601. */
  now: string;
  /** Why the list couldn't be loaded again. It is the one from before. */
  reloadProblem?: string;
}

/** What the open page shows. Undefined while it isn't open. */
let shown: DisplayNamesPageData | undefined;

/** Keeps the data for `loadOrKeep` while the page is open. */
export function useShownData(data: DisplayNamesPageData): void {
  useEffect(() => {
    shown = data;
    return () => {
      shown = undefined;
    };
  }, [data]);
}

/**
 * Loads the page's data. When the server can't answer while the page is open, the page stays as it is: the error page would
 * discard what was entered.
 */
export async function loadOrKeep(
  serverLoader: () => Promise<DisplayNamesPageData>,
): Promise<DisplayNamesPageData> {
  try {
    return await serverLoader();
  } catch (error) {
    // A redirect.
    if (error instanceof Response || !shown) throw error;
    const { sentence, reference, canRetry } = describeError(error);
    if (!canRetry) throw error;
    return { ...shown, reloadProblem: reference ? `${sentence} Reference: ${reference}` : sentence };
  }
}
