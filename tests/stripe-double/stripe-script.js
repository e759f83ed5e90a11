// A small double of Stripe's script, served in its place: the card element, payment methods, confirmations and
// 3-D Secure, as far as the club's page uses them. It speaks to api.stripe.com, which tests route to the double.
;(() => {
  const api = 'https://api.stripe.com/v1'

  /** The element's own input, which asks for nothing but the style it was told. */
  const makeInput = (label, placeholder, autocomplete) => {
    const input = document.createElement('input')
    input.setAttribute('aria-label', label)
    Object.assign(input, { placeholder, autocomplete, inputMode: 'numeric' })
    Object.assign(input.style, { border: '0', background: 'transparent', font: 'inherit', width: '32%' })
    return input
  }

  const isChecksumRight = (number) => {
    let sum = 0
    for (const [index, character] of Array.from(number).toReversed().entries()) {
      const digit = Number(character) * (index % 2 === 1 ? 2 : 1)
      sum += digit > 9 ? digit - 9 : digit
    }
    return sum % 10 === 0
  }

  class CardElement {
    constructor(options = {}) {
      this.inputs = [
        makeInput('Credit or debit card number', 'Card number', 'cc-number'),
        makeInput('Expiry date', 'MM / YY', 'cc-exp'),
        makeInput('CVC', 'CVC', 'cc-csc'),
      ]
      this.listeners = new Map()
      this.update(options)
      for (const input of this.inputs)
        input.addEventListener('input', () => this.emit('change', this.describe()))
    }

    mount(place) {
      place.classList.add('StripeElement')
      place.replaceChildren(...this.inputs)
      queueMicrotask(() => this.emit('ready'))
    }

    on(event, listener) {
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
      return this
    }

    once(event, listener) {
      return this.on(event, listener)
    }

    off(event, listener) {
      const left = (this.listeners.get(event) ?? []).filter((each) => each !== listener)
      this.listeners.set(event, listener ? left : [])
      return this
    }

    emit(event, detail) {
      for (const listener of this.listeners.get(event) ?? []) listener(detail)
    }

    update({ style } = {}) {
      for (const input of this.inputs) {
        input.style.color = style?.base?.color ?? ''
        input.style.fontFamily = style?.base?.fontFamily ?? ''
      }
    }

    focus() {
      this.inputs[0].focus()
    }

    blur() {
      this.inputs[0].blur()
    }

    clear() {
      for (const input of this.inputs) input.value = ''
    }

    unmount() {
      for (const input of this.inputs) input.remove()
    }

    destroy() {
      this.unmount()
    }

    values() {
      const [number, expiry, cvc] = this.inputs.map((input) => input.value.replace(/\D/g, ''))
      return { number, month: Number(expiry.slice(0, 2)), year: Number(expiry.slice(2)), expiry, cvc }
    }

    describe() {
      const { number, expiry, cvc } = this.values()
      const isWrong = number.length >= 15 && !isChecksumRight(number)
      return {
        elementType: 'card',
        brand: number.startsWith('4') ? 'visa' : 'unknown',
        empty: number === '',
        complete: number.length >= 15 && !isWrong && expiry.length === 4 && cvc.length >= 3,
        error: isWrong
          ? { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' }
          : undefined,
        value: { postalCode: '' },
      }
    }
  }

  const makeElements = () => {
    let card = null
    return {
      create: (_type, options) => (card = new CardElement(options)),
      getElement: (wanted) => ((wanted?.__elementType ?? wanted) === 'card' ? card : null),
      update: () => {},
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
    }
  }

  /** The bank's window: like Stripe's test page, with a button for each answer. */
  const askBank = () =>
    new Promise((resolve) => {
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', '3D Secure 2 Test Page')
      for (const [name, pass] of [
        ['Complete', true],
        ['Fail', false],
      ]) {
        const button = document.createElement('button')
        button.textContent = name
        button.type = 'button'
        button.addEventListener('click', () => {
          dialog.remove()
          resolve(pass)
        })
        dialog.append(button)
      }
      document.body.append(dialog)
      dialog.showModal()
    })

  const makeStripe = (key) => {
    const send = async (path, fields) => {
      const body = new URLSearchParams({ ...fields, key })
      const answer = await (await fetch(api + path, { method: 'POST', body })).json()
      return answer
    }
    const pathOf = (secret) => `/payment_intents/${secret.split('_secret_')[0]}`
    const settleSetup = (setup) => (setup.error ? { error: setup.error } : { setupIntent: setup })
    const settle = (intent) => (intent.error ? { error: intent.error } : { paymentIntent: intent })
    return {
      _registerWrapper: () => {},
      registerAppInfo: () => {},
      elements: makeElements,
      createToken: async () => ({ error: { message: 'Tokens are not used here.' } }),
      async createPaymentMethod({ card, billing_details: billing = {} }) {
        const { number, month, year, cvc } = card.values()
        const paymentMethod = await send('/payment_methods', {
          type: 'card',
          'card[number]': number,
          'card[exp_month]': month,
          'card[exp_year]': year,
          'card[cvc]': cvc,
          'billing_details[name]': billing.name ?? '',
          'billing_details[email]': billing.email ?? '',
        })
        return paymentMethod.error ? { error: paymentMethod.error } : { paymentMethod }
      },
      async retrievePaymentIntent(secret) {
        const query = new URLSearchParams({ client_secret: secret, key })
        return settle(await (await fetch(`${api}${pathOf(secret)}?${query}`)).json())
      },
      async confirmCardSetup(secret, data) {
        const path = `/setup_intents/${secret.split('_secret_')[0]}`
        const setup = await send(`${path}/confirm`, { client_secret: secret, ...data })
        if (setup.status !== 'requires_action') return settleSetup(setup)
        const pass = await askBank()
        return settleSetup(
          await send(`${path}/answer_challenge`, { client_secret: secret, pass: String(pass) }),
        )
      },
      async confirmCardPayment(secret, data) {
        const path = pathOf(secret)
        // without a card it goes on with the one that was given before
        const intent = data
          ? await send(`${path}/confirm`, { client_secret: secret, ...data })
          : (await this.retrievePaymentIntent(secret)).paymentIntent
        if (intent.status !== 'requires_action') return settle(intent)
        const pass = await askBank()
        return settle(await send(`${path}/answer_challenge`, { client_secret: secret, pass: String(pass) }))
      },
    }
  }

  window.Stripe = Object.assign(makeStripe, { version: 'endive' })
})()
