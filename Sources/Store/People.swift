import API
import Domain
import SQL

extension Snapshot {
    /// - Throws: `not_found` where the project knows nobody by that id.
    package func person(userID: String, of applicationID: String) throws(Failure) -> Person {
        guard let id = try personID(of: userID, in: applicationID) else { throw .notFound }
        let installations = try rows(
            "SELECT id FROM installations WHERE person_id = \(id) ORDER BY last_activity_at DESC, id DESC")
        // Unsigned first: a signed one of the same name then takes its place.
        let rows = try rows("SELECT name, value, signed FROM person_properties WHERE person_id = \(id) ORDER BY signed")
        var properties: [String: Person.Property] = [:]
        for row in rows {
            properties[row.get("name")] = Person.Property(value: row.get("value"), signed: row.get("signed"))
        }
        return Person(installations: installations.map { $0.get("id") }, properties: properties)
    }

    func personID(of userID: String, in applicationID: String) throws(Failure) -> String? {
        try row("SELECT id FROM people WHERE application_id = \(applicationID) AND user_id = \(userID)")?.get("id")
    }
}

extension DeviceChange {
    /// Makes the installation the user's (contract section 4). An anonymous person becomes the user where the project does
    /// not know that one yet, and is merged into the user where it does; an identified installation moves.
    ///
    /// - Returns: the person that the installation has now.
    package func identify(
        _ session: DeviceSession, as userID: String, newPersonID: String, properties: [String: String]?
    ) throws(Failure) -> String {
        let person = try snapshot.row("SELECT user_id FROM people WHERE id = \(session.personID)")
        let isAnonymous = (person?.get("user_id") as String?) == nil
        let known = try snapshot.personID(of: userID, in: session.applicationID)
        let personID: String
        switch (known, isAnonymous) {
        case (let known?, _): personID = known
        case (nil, true):
            personID = session.personID
            try run("UPDATE people SET user_id = \(userID) WHERE id = \(personID)")
        case (nil, false):
            personID = newPersonID
            try run(
                """
                INSERT INTO people (id, application_id, user_id, created_at)
                VALUES (\(personID), \(session.applicationID), \(userID), \(at.milliseconds))
                """)
        }
        try run(
            """
            UPDATE installations SET person_id = \(personID), identified_at = coalesce(
                CASE person_id WHEN \(personID) THEN identified_at END, \(at.milliseconds))
            WHERE id = \(session.installationID)
            """)
        if personID != session.personID, isAnonymous {
            // What the device set while it was anonymous is the user's now, but where the user has the same already.
            try run(
                """
                INSERT INTO person_properties (person_id, name, signed, value)
                SELECT \(personID), name, signed, value FROM person_properties WHERE person_id = \(session.personID)
                ON CONFLICT (person_id, name, signed) DO NOTHING
                """)
            try forgetPersonIfNobody(session.personID)
        }
        if let properties { try replaceSignedProperties(of: personID, with: properties) }
        return personID
    }

    /// An anonymous person without an installation is nobody any more.
    func forgetPersonIfNobody(_ id: String) throws(Failure) {
        let isNobody: Statement =
            """
            (SELECT user_id FROM people WHERE id = \(id)) IS NULL
            AND NOT EXISTS (SELECT 1 FROM installations WHERE person_id = \(id))
            """
        try run("DELETE FROM person_properties WHERE person_id = \(id) AND \(isNobody)")
        try run("DELETE FROM people WHERE id = \(id) AND \(isNobody)")
    }

    private func replaceSignedProperties(of personID: String, with properties: [String: String]) throws(Failure) {
        try run("DELETE FROM person_properties WHERE person_id = \(personID) AND signed = 1")
        for (name, value) in properties {
            try run(
                """
                INSERT INTO person_properties (person_id, name, signed, value) VALUES (\(personID), \(name), 1, \(value))
                """)
        }
    }
}
