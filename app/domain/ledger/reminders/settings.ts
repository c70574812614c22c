/** Whether, and how long before, customers are told that credit of theirs runs out. */
export interface CreditReminders {
  isOn: boolean;
  /** Days of the shop's calendar. */
  daysBefore: number;
}

/** As a shop has it that never set anything: nobody is written to unless the owner wants it. */
export const UNSET: CreditReminders = { isOn: false, daysBefore: 14 };

/** The longest time before that can be set (days). */
export const MOST_DAYS_BEFORE = 365;

/** True for what somebody may write for it. */
export const isDaysBefore = (written: string): boolean =>
  /^\d{1,3}$/.test(written.trim()) && Number(written) >= 1 && Number(written) <= MOST_DAYS_BEFORE;
