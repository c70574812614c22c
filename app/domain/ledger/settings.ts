/** For how many days the same credit to the same customer is asked about, unless the owner sets another number. */
export const DEFAULT_REPEAT_DAYS = 7;

/** The most days that the owner can set. */
export const MAX_REPEAT_DAYS = 365;

/** Whether, and how many days before, customers are reminded that their credit expires. */
export interface CreditReminders {
  isOn: boolean;
  /** Days of the shop's calendar. */
  daysBefore: number;
}

/** The default: no reminders unless the owner turns them on. */
export const DEFAULT_REMINDERS: CreditReminders = { isOn: false, daysBefore: 14 };

export const MAX_DAYS_BEFORE = 365;

/** Whether an input is a valid number of days. */
export const isDaysBefore = (value: string): boolean =>
  /^\d{1,3}$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= MAX_DAYS_BEFORE;
