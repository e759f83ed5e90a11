import type { Role } from '#app/frame/viewer.ts'
import { texts } from '#words/texts.ts'

type Page = { name: string; allowed: Role[] }

const { sideMenu } = texts

const staffPages: Record<string, Page> = {
  allSubscribers: { name: sideMenu.allSubscribers, allowed: ['admin'] },
  allTrainers: { name: sideMenu.allTrainers, allowed: ['admin'] },
  appliedTrainers: { name: sideMenu.appliedTrainers, allowed: ['admin'] },
  balance: { name: sideMenu.balance, allowed: ['admin'] },
  auditLog: { name: 'Audit log', allowed: ['admin'] },
  failedJobs: { name: 'Failed jobs', allowed: ['admin'] },
  gallery: { name: 'Gallery management', allowed: ['admin'] },
  manageSlots: { name: sideMenu.manageSlots, allowed: ['trainer'] },
  manageMember: { name: sideMenu.manageMember, allowed: ['trainer'] },
  addNewClass: { name: sideMenu.addNewClass, allowed: ['trainer'] },
  addNewForum: { name: sideMenu.addNewForum, allowed: ['admin', 'trainer'] },
}

/**
 * The name of a dashboard page and whose it is, for telling others why they cannot see it. It decides
 * nothing: the club's operations do.
 */
export function whosePage(path: string): Page {
  const page = path.split('/')[2] ?? ''
  return staffPages[page] ?? { name: 'This page', allowed: ['admin', 'trainer'] }
}
