import { describe, expect, test } from 'vitest'
import { runEach } from '../action/each.ts'
import { filtersIn, type List } from './list.ts'
import { listFile, readAll } from './list-file.ts'
import { openView, viewOf, withView } from './saved-view.ts'

interface Place {
  readonly id: number
  readonly name: string
}

const list: Pick<List<Place>, 'columns' | 'filters'> = {
  columns: [
    { key: 'id', header: 'Id', isOnlyInFile: true, value: ({ id }) => id },
    { key: 'name', header: 'Name', value: ({ name }) => name },
    { key: 'open', header: 'Open', isControl: true, cell: () => 'Open' },
  ],
  filters: [
    { kind: 'search', name: 'query', label: 'Search' },
    { kind: 'choice', name: 'state', label: 'State', choices: [{ value: 'open', label: 'Open' }] },
  ],
}
const places = (from: number, count: number): Place[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, name: `Place ${from + index}` }))

describe('the file of a list', () => {
  /** Ten rows a page; the first page is loaded. */
  function pagesOf(total: number) {
    const loaded = [places(0, Math.min(10, total))]
    const next = (pages: readonly (readonly Place[])[]) => {
      const known = pages.flat().length
      return known < total ? async () => places(known, Math.min(10, total - known)) : null
    }
    return { loaded, next }
  }

  test('three pages, one loaded -> every row, with progress', async () => {
    const progress: number[] = []
    const { rows, isCut } = await readAll(
      pagesOf(25),
      page => page,
      count => progress.push(count),
    )
    expect(rows.map(({ id }) => id)).toEqual(places(0, 25).map(({ id }) => id))
    expect(progress).toEqual([10, 20])
    expect(isCut).toBe(false)
  })
  test('more rows than the limit -> as many as the limit, and it says so', async () => {
    const { rows, isCut } = await readAll(
      pagesOf(100),
      page => page,
      () => undefined,
      30,
    )
    expect(rows).toHaveLength(30)
    expect(isCut).toBe(true)
  })
  test('a page that fails -> no file that looks whole', async () => {
    const next = () => () => Promise.reject(new Error('offline'))
    await expect(
      readAll(
        { loaded: [places(0, 10)], next },
        page => page,
        () => undefined,
      ),
    ).rejects.toThrow()
  })
  test('columns with a value are written, also those of files only; buttons are not', () => {
    expect(listFile(list.columns, [{ id: 1, name: '=1+1, "quoted"' }])).toBe(
      '\ufeffId,Name\r\n1,"\'=1+1, ""quoted"""\r\n',
    )
  })
})

describe('saved views', () => {
  test('what else is in the address -> not saved', () => {
    const params = new URLSearchParams('query=pasta&sort=-name&entry=7')
    expect(viewOf(params, list)).toBe('query=pasta&sort=-name')
  })
  test('opened -> what else is in the address stays, such as the order of another list', () => {
    const params = new URLSearchParams('query=soup&order=name&sort=city')
    expect(withView(params, 'query=pasta', list)).toBe('order=name&query=pasta')
    expect(viewOf(params, { ...list, sortName: 'order' })).toBe('query=soup&order=name')
  })
  test('a filter, a choice and a column that are gone -> opened without them, and each is named', () => {
    const { search, gone } = openView('query=pasta&state=closed&city=Rome&sort=-stars', list)
    expect(search).toBe('query=pasta')
    expect(gone).toEqual(['the filter “state: closed”', 'the filter “city: Rome”', 'the column “stars”'])
  })
  test('everything is still there -> opened as saved', () => {
    expect(openView('query=pasta&state=open&sort=name', list)).toEqual({
      search: 'query=pasta&state=open&sort=name',
      gone: [],
    })
  })
  test('a choice in the address that the list does not have -> no filter', () => {
    expect(filtersIn(new URLSearchParams('state=closed&query=pasta'), list.filters!)).toEqual({
      query: 'pasta',
    })
  })
})

describe('many rows at once', () => {
  test('every tenth fails -> the rest is done; sent again, those left are done and no other', async () => {
    const done = new Map<number, number>()
    let isRepaired = false
    const run = async ({ id }: Place) => {
      if (id % 10 === 0 && !isRepaired) throw new Error(`row ${id}`)
      done.set(id, (done.get(id) ?? 0) + 1)
    }
    const failures = await runEach(places(1, 100), run, () => undefined)
    expect(failures.map(({ row, error }) => [row.id, (error as Error).message])).toEqual(
      [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map(id => [id, `row ${id}`]),
    )
    expect(done.size).toBe(90)

    isRepaired = true
    const left = await runEach(
      failures.map(({ row }) => row),
      run,
      () => undefined,
    )
    expect(left).toEqual([])
    expect([...done.values()]).toEqual(Array.from({ length: 100 }, () => 1))
  })
  test('a hundred rows -> at most four calls at a time', async () => {
    let [running, most] = [0, 0]
    const run = async () => {
      most = Math.max(most, ++running)
      await new Promise(resolve => setTimeout(resolve, 1))
      running--
    }
    await runEach(places(1, 100), run, () => undefined)
    expect(most).toBe(4)
  })
})
