/** What a page says after an edit. @param changed the names of the fields that changed */
export const editedText = (name: string | undefined, changed: readonly string[]) =>
  changed.length > 0
    ? `${name} is saved.`
    : ({ level: "info", text: "Nothing was changed, so there was nothing to save." } as const);
