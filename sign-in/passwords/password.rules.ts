/** Kinds of characters of which a password needs at least one each. */
export const characterClasses = {
  capital: /[A-Z]/,
  small: /[a-z]/,
  number: /[0-9]/,
  special: /[!@#$&*]/,
}
