import { useEffect, useRef, useState } from "react";
import { useSaveBar } from "~/ui/form/SaveBarProvider";
import { isAccepted } from "~/ui/OperationId";
import { useCall } from "~/ui/useCall";
import { mediaCall } from "../function";
import type { NewText } from "../media-list";

/** A picture or video whose alt text is edited. */
export interface TextItem {
  /** The number in Shopify's id of the file. */
  id: string;
  type: "image" | "video";
  /** Its position, from 1. */
  order: number;
  thumbnail: string | null;
  /** What is stored. */
  text: string;
  /** A suggested text. Empty without one. */
  newText: string;
}

/** A product with the items whose texts are edited. */
export interface TextGroup {
  /** Shopify's id of the product. */
  id: string;
  title: string;
  items: readonly TextItem[];
}

/** Unique also among products that share a file. */
const keyOf = (group: TextGroup, { id }: TextItem): string => `${group.id} ${id}`;

/** A call that is being made: a product with its texts in the order in which they were posted. */
interface Saving {
  group: TextGroup;
  texts: NewText[];
  answerBefore: unknown;
}

/**
 * The alt texts of many items while they are edited. Save stores those of each product with one call, one product after another. When
 * one is refused, its texts stay as they were typed, each beside what is stored now.
 * @param isLive the items follow what is stored. Otherwise they stay as they were when the page was opened
 */
export function useTexts(groups: readonly TextGroup[], isLive: boolean) {
  const { run, isBusy, answer, accepted } = useCall();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [saved, setSaved] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [queue, setQueue] = useState<readonly TextGroup[]>([]);
  const inFlight = useRef<Saving | null>(null);

  const storedOf = (group: TextGroup, item: TextItem) =>
    (isLive ? undefined : saved[keyOf(group, item)]) ?? item.text;
  const textOf = (group: TextGroup, item: TextItem) => typed[keyOf(group, item)] ?? storedOf(group, item);
  const isChanged = (group: TextGroup, item: TextItem) =>
    textOf(group, item).trim() !== storedOf(group, item).trim();
  const saving = inFlight.current;
  const isAnswered = accepted !== undefined && accepted !== saving?.answerBefore;
  /** Not while its saved text is only read again. */
  const isUnsaved = (group: TextGroup, item: TextItem) =>
    isChanged(group, item) &&
    !(
      isAnswered &&
      saving?.group.id === group.id &&
      saving.texts.some(({ mediaId, text }) => mediaId === item.id && text === textOf(group, item).trim())
    );
  const changedIn = (group: TextGroup): NewText[] =>
    group.items
      .filter((item) => isUnsaved(group, item))
      .map((item) => ({
        mediaId: item.id,
        text: textOf(group, item).trim(),
        // What someone else entered is shown at the field, and is replaced knowingly.
        ...(problems[keyOf(group, item)] === undefined && { before: storedOf(group, item) }),
      }));

  useEffect(() => {
    const [group, ...later] = queue;
    if (!group || isBusy) return;
    if (!inFlight.current) {
      const texts = changedIn(group);
      if (texts.length === 0) return setQueue(later);
      inFlight.current = { group, texts, answerBefore: answer };
      run(mediaCall("productMedia.setTexts", { sku: group.id, texts }));
      return;
    }
    // A render between the request and its answer.
    if (answer === inFlight.current.answerBefore) return;
    const { texts } = inFlight.current;
    inFlight.current = null;
    setQueue(later);
    const keyed = texts.map(({ mediaId, text }) => [`${group.id} ${mediaId}`, text] as const);
    const keys = new Set<string>(keyed.map(([key]) => key));
    const others = Object.entries(problems).filter(([key]) => !keys.has(key));
    if (isAccepted(answer)) {
      setSaved({ ...saved, ...Object.fromEntries(keyed) });
      // They follow what is stored again. Without it, because it couldn't be loaded, what was typed stays.
      const changed = groups.flatMap((one) =>
        one.items.filter((item) => isLive && isChanged(one, item)).map((item) => keyOf(one, item)),
      );
      const kept = Object.entries(typed).filter(([key]) => !keys.has(key) || changed.includes(key));
      setTyped(Object.fromEntries(kept));
      return setProblems(Object.fromEntries(others));
    }
    const found = keyed.flatMap(([key], index) => {
      const problem = answer?.fieldErrors?.[`texts.${index}.text`];
      return problem ? [[key, problem] as const] : [];
    });
    setProblems(Object.fromEntries([...others, ...found]));
  });

  const count = groups.reduce((sum, group) => sum + changedIn(group).length, 0);
  const isSaving = queue.length > 0;
  useSaveBar(count > 0, {
    busy: isSaving,
    count,
    isLostAtOtherAddress: true,
    save: () => setQueue(groups.filter((group) => changedIn(group).length > 0)),
    discard() {
      setTyped({});
      setProblems({});
    },
  });
  return {
    isSaving,
    textOf,
    storedOf,
    isChanged,
    problemOf: (group: TextGroup, item: TextItem) =>
      isUnsaved(group, item) ? problems[keyOf(group, item)] : undefined,
    type: (group: TextGroup, item: TextItem, text: string) =>
      setTyped(({ [keyOf(group, item)]: _before, ...others }) =>
        text === storedOf(group, item) ? others : { ...others, [keyOf(group, item)]: text },
      ),
  };
}
