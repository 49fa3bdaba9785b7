import Synchronization
import Testing

@testable import Server

@Suite("Connections shared among listeners")
struct PopulationTests {
    @Test(
        "who asks for a number has it, up to a quarter of all; the rest is for those that take what there is",
        arguments: [
            (16_384, [512, nil], [512, 15_872]), (16_384, [512, nil, 16], [512, 15_856, 16]),
            (16_384, [nil], [16_384]), (472, [512, nil], [118, 354]), (472, [512, nil, 16], [118, 338, 16]),
            (100, [nil, nil], [50, 50]), (101, [nil, nil, 1], [50, 50, 1]), (8, [5, nil], [2, 6]),
            (4, [512, nil, 16], [1, 2, 1]), (1, [512, nil, 16], [1, 1, 1]), (10, [0, nil], [1, 9]), (8, [], []),
            (8, [5, 5], [2, 2]),
        ] as [(Int, [Int?], [Int])])
    func shares(_ total: Int, _ wanted: [Int?], _ granted: [Int]) {
        #expect(Population.share(total, among: wanted).map(\.max) == granted)
    }

    @Test("there are never more than all, and nobody is left without, from as many as there are listeners on")
    func bounds() {
        let kinds: [Int?] = [nil, 0, 1, 16, 512, 1_000_000]
        for total in [3, 4, 5, 7, 12, 100, 472, 16_384] {
            for first in kinds {
                for second in kinds {
                    let shares = Population.share(total, among: [first, second, nil]).map(\.max)
                    #expect(shares.reduce(0, +) <= total, "\(total) among \(first ?? -1), \(second ?? -1) and the rest")
                    #expect(shares.allSatisfy { $0 >= 1 })
                }
            }
        }
    }

    @Test("one is full when as many are open as it may have, and not when one has gone")
    func full() {
        let population = Population(max: 2)
        #expect(!population.isFull)
        population.open.add(2, ordering: .relaxed)
        #expect(population.isFull)
        population.open.subtract(1, ordering: .relaxed)
        #expect(!population.isFull)
    }
}
