import { formatCount } from "~/ui/numbers";
import type { Point } from "../schemas";

/** A value as people read it: "1,204", or "at least 10,000". */
export const formatValue = ({ value, isExact }: Pick<Point, "value" | "isExact">): string =>
  isExact ? formatCount(value) : `at least ${formatCount(value)}`;
