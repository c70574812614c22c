/** A user type to choose. */
export interface UserTypeChoice {
  userTypeId: number;
  name: string;
}
