import { useOperation } from "../useOperation";
import type { SavedViewsProps } from "./types";

/** The intents that saved views post; the fields beside them are `list`, and `id`, `name`, `query` as far as they apply. */
export const VIEW_INTENTS = { save: "views.save", rename: "views.rename", delete: "views.delete" } as const;

/**
 * Posts what the person does with saved views.
 * @param list the declaration's name
 * @param action the route that keeps the views; without it, the page's own
 */
export function useSavedViewActions(list: string, action?: string): Omit<SavedViewsProps, "views"> {
  const { run } = useOperation();
  const post = (fields: Record<string, string>) => run({ list, ...fields }, action);
  return {
    onSave: (name, query) => post({ intent: VIEW_INTENTS.save, name, query }),
    onRename: (id, name) => post({ intent: VIEW_INTENTS.rename, id, name }),
    onDelete: (id) => post({ intent: VIEW_INTENTS.delete, id }),
  };
}
