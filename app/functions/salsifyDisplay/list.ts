import type { ListDeclaration } from "~/platform/list";

/** The grid. It has no pages: all keys are saved together. */
export const salsifyDisplayList = {
  name: "salsifyDisplay",
  columns: [
    { key: "key", title: "Meta Key", narrow: "title" },
    { key: "value", title: "Meta Value", narrow: "plain" },
  ],
  defaultSort: "key asc",
  search: { maxLength: 60, hint: "Part of a key, name or value", afterMs: 0 },
  pageSize: 10_000,
  density: "compact",
} as const satisfies ListDeclaration;
