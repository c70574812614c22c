import { randomInt } from "node:crypto";
import type { ReviewSettings } from "./review-settings";

/** Whether a second reviewer looks at an approval: the owner's share of them, at random. */
export const drawSecondLook = ({ secondLookPercent }: Pick<ReviewSettings, "secondLookPercent">): boolean =>
  randomInt(100) < secondLookPercent;
