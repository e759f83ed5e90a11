import { singleton } from '#core/singleton.ts'

// A club may be several processes: one that prepares and minds the others, their parent, and those that serve. They
// ask each other by name; words and answers travel as JSON.

type MessageHandler = (...words: never[]) => unknown
/** Sends a request to another process; rejects when it fails or exits. */
export type SendRequest = <Told>(question: string, ...words: unknown[]) => Promise<Told>
type IpcMessage =
  | { question: string; words: unknown[]; number: number }
  | { to: number; told?: unknown; failed?: { name: string; message: string; code?: string } }
type IpcPeer = {
  send: (message: IpcMessage) => unknown
  on: (event: 'message' | 'disconnect', listener: (message: IpcMessage) => void) => unknown
}

const handlersSingleton = singleton<Map<string, MessageHandler>>('answers to other processes')
const handlers = handlersSingleton.get() ?? handlersSingleton.set(new Map())
const parentSingleton = singleton<SendRequest>('parent process')

/** What this process tells another that asks for it by this name. */
export const handleMessage = (question: string, answer: MessageHandler): void =>
  void handlers.set(question, answer)

/** Starts to serve requests of another process, and returns a client for it. */
export function connectPeer(other: IpcPeer): SendRequest {
  const open = new Map<number, PromiseWithResolvers<unknown>>()
  let numbers = 0
  let isGone = false
  const gone = () => new Error('A process of the club ended.')
  const reply = async ({ question, words, number }: Extract<IpcMessage, { question: string }>) => {
    try {
      const answer = handlers.get(question)
      if (!answer) throw new Error(`Nobody here answers to ${question}.`)
      other.send({ to: number, told: await answer(...(words as never[])) })
    } catch (error) {
      const { name, message, code } = error as NodeJS.ErrnoException
      other.send({ to: number, failed: { name, message, ...(code && { code }) } })
    }
  }
  other.on('message', (message) => {
    if ('question' in message) return void reply(message)
    const asked = open.get(message.to)
    open.delete(message.to)
    if (message.failed) asked?.reject(Object.assign(new Error(message.failed.message), message.failed))
    else asked?.resolve(message.told)
  })
  other.on('disconnect', () => {
    isGone = true
    for (const asked of open.values()) asked.reject(gone())
    open.clear()
  })
  return (question, ...words) => {
    if (isGone) return Promise.reject(gone())
    const asked = Promise.withResolvers<unknown>()
    numbers += 1
    open.set(numbers, asked)
    other.send({ question, words, number: numbers })
    return asked.promise as Promise<never>
  }
}

/** From now on this process is one of several, with a parent to ask. */
export const setParent = (ask: SendRequest): void => void parentSingleton.set(ask)

/** How to ask the parent; null in a club of one process. */
export const parentRequest = (): SendRequest | null => parentSingleton.get()

/** What every process that serves tells of this, this one included. */
export async function requestAllProcesses<Told>(question: string): Promise<Told[]> {
  const ask = parentSingleton.get()
  if (ask) return ask<Told[]>('everybody', question)
  return [(await handlers.get(question)?.()) as Told]
}
