import { type RefObject, useState } from "react";
import { type Shortcuts, useShortcutPreference, useShortcuts } from "~/ui/list/useShortcuts";
import type { Zoom } from "../receipt/zoom";
import type { Option } from "../rows";
import type { ReviewChoice } from "./useReviewChoice";

interface ReviewKeysOptions {
  denyReasons: readonly Option[];
  holdReasons: readonly Option[];
  choice: ReviewChoice;
  decisions: { approve(): void; deny(): void; hold(): void };
  zoom: RefObject<Zoom | null>;
  onMove(by: 1 | -1): void;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

const KEYS =
  "Keys: a approves. 1 to 9 choose a deny reason, and the same digit again denies. h, then 1 to 9 choose a hold reason, and h again holds. n and p open the next and the previous submission. +, - and 0 zoom.";
const OFF = "Single-key shortcuts are off. Turn them on under Keyboard shortcuts.";

/**
 * The keys of a review. A digit only chooses a reason: denying takes it twice, because a denial can't be undone.
 * @returns what the keys are, for the dialog
 */
export function useReviewKeys(options: ReviewKeysOptions): string {
  const { denyReasons, holdReasons, choice, decisions, zoom, onMove } = options;
  const [enabled] = useShortcutPreference();
  const [isHolding, setHolding] = useState(false);
  const chooseOrRun = (digit: string) => {
    const reason = (isHolding ? holdReasons : denyReasons)[Number(digit) - 1];
    if (!reason) return false;
    if (isHolding) choice.setHoldReason(reason.value);
    else if (choice.denyReason === reason.value) decisions.deny();
    else choice.setDenyReason(reason.value);
  };
  const move = (by: 1 | -1) => () => {
    setHolding(false);
    onMove(by);
  };
  const shortcuts: Shortcuts = {
    a: decisions.approve,
    d: decisions.deny,
    h: () => {
      if (isHolding && choice.holdReason) decisions.hold();
      else setHolding(!isHolding);
    },
    n: move(1),
    p: move(-1),
    "+": () => zoom.current?.zoomIn(),
    "=": () => zoom.current?.zoomIn(),
    "-": () => zoom.current?.zoomOut(),
    "0": () => zoom.current?.reset(),
    ...Object.fromEntries(DIGITS.map((digit) => [digit, () => chooseOrRun(digit)])),
  };
  useShortcuts(shortcuts, enabled, { inDialog: true });
  if (!enabled) return OFF;
  return isHolding ? `Choosing a hold reason. ${KEYS}` : KEYS;
}
