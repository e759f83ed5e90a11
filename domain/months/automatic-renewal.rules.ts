/** Days before the end of a month at which its holder is told of the charge, and at which the card is charged. */
export const toldDays = 10
export const chargedDays = 3

/** Days on which a declined card is charged again, one after the other, up to the end of the month. */
export const mostTries = 3
