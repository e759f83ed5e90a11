import { t } from '#messages/t.ts'

export const allSubscribers = {
  get heading() {
    return t('dashboard.allSubscribers')
  },
  get columns() {
    return ['#', t('dashboard.id'), t('form.name'), t('form.email'), t('dashboard.action')] as const
  },
  get deleted() {
    return t('dashboard.deletedSubscriber')
  },
} as const

export const allTrainers = {
  get heading() {
    return t('dashboard.allTrainers')
  },
  get columns() {
    return [
      '#',
      t('form.name'),
      t('form.email'),
      t('dashboard.role'),
      t('dashboard.joiningDate'),
      t('dashboard.paymentStatus'),
    ] as const
  },
} as const

export const appliedTrainers = {
  get heading() {
    return t('dashboard.appliedTrainers')
  },
  get columns() {
    return [
      '#',
      t('dashboard.image'),
      t('form.name'),
      t('form.email'),
      t('dashboard.age'),
      t('dashboard.availableTime'),
      t('dashboard.availableDay'),
      t('dashboard.detailAction'),
    ] as const
  },
  get askHeading() {
    return t('dashboard.areYouSure')
  },
  get askText() {
    return t('dashboard.youWontBeAble')
  },
  get askButton() {
    return t('dashboard.yesMakeTrainer')
  },
  doneHeading: (name: string) => t('dashboard.hasBeenAddedAs', { name }),
  get doneText() {
    return t('dashboard.makeTrainerDone')
  }, // [sic]
} as const

export const manageSlots = {
  get heading() {
    return t('dashboard.manageSlots')
  },
  get purchasedBy() {
    return t('dashboard.purchaedBy')
  }, // [sic]
  get available() {
    return t('dashboard.available')
  },
} as const

export const manageMember = {
  get heading() {
    return t('dashboard.manageMember')
  }, // [sic]
} as const

export const addNewForum = {
  get heading() {
    return t('dashboard.addNewForum')
  }, // [sic]
  get preview() {
    return t('dashboard.preview')
  },
  get createPost() {
    return t('dashboard.createPost')
  },
  get done() {
    return t('dashboard.addPostSuccesspully')
  }, // [sic]
} as const

export const addNewClass = {
  get heading() {
    return t('dashboard.addNewClass')
  },
  get createClass() {
    return t('dashboard.createClass')
  },
  get done() {
    return t('dashboard.classAddedSuccessfully')
  },
} as const

export const activityLog = {
  get heading() {
    return t('dashboard.activityLog')
  },
} as const

export const balance = {
  get heading() {
    return t('dashboard.balance')
  },
  get totalRemainingBalance() {
    return t('dashboard.totalRemainingBalance')
  },
  get totalPayment() {
    return t('dashboard.totalPayment')
  },
} as const

export const recommendedClasses = {
  get heading() {
    return t('dashboard.recommendedClasses')
  },
  get subtitle() {
    return t('dashboard.youCanReadThat')
  }, // [sic]
} as const
