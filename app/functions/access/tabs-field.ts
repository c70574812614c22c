/** The form field with the tabs of a resource setting. */
export const tabsField = <Resource extends string>(resource: Resource) => `tabs.${resource}` as const;
